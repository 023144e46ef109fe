import { useState } from 'react'
import { z } from 'zod'
import { useTenantScope } from '../../data/scope.tsx'
import { storedDraft } from '../../data/stored-draft.ts'
import { STEPS, type StepKey } from './first-steps.ts'

const Choice = z.strictObject({ skipped: z.array(z.enum(STEPS)), hidden: z.boolean() })
type Choice = z.infer<typeof Choice>
const NOTHING: Choice = { skipped: [], hidden: false }

export interface SkippedSteps extends Choice {
  skip(key: StepKey): void
  takeBack(key: StepKey): void
  setHidden(hidden: boolean): void
}

/** What a person skips in a tenant; this browser remembers it. */
export function useSkippedSteps(): SkippedSteps {
  const { tenantId, userId } = useTenantScope()
  const stored = storedDraft(`caseloom:first-steps:${tenantId}:${userId}`, Choice)
  const [choice, setChoice] = useState(() => stored.read() ?? NOTHING)
  const choose = (next: Choice) => {
    setChoice(next)
    stored.write(next)
  }
  const others = (key: StepKey) => choice.skipped.filter((one) => one !== key)
  return {
    ...choice,
    skip: (key) => choose({ ...choice, skipped: [...others(key), key] }),
    takeBack: (key) => choose({ ...choice, skipped: others(key) }),
    setHidden: (hidden) => choose({ ...choice, hidden }),
  }
}
