import { MAX_WRITTEN } from '@caseloom/playbook/actions-files'
import { z } from 'zod'
import { effectOf, failedStep } from '../../effects/effect-of.ts'
import type { EffectAction } from '../../effects/effects.ts'
import { type FileDeps, keep } from './step-file.ts'

const Write = z.object({
  name: z.string().min(1).max(500),
  text: z.string().max(MAX_WRITTEN).optional(),
  base64: z.string().max(MAX_WRITTEN).optional(),
})

/** `file.write`: a file of the run from text or Base64. */
export function writeEffect(deps: FileDeps): EffectAction {
  return effectOf(Write, async ({ name, text, base64 }, context) => {
    if ((text === undefined) === (base64 === undefined))
      return failedStep('step.bad_input', 'text: a file requires either "text" or "base64"')
    const bytes = base64 === undefined ? Buffer.from(text ?? '') : bytesOf(base64)
    if (bytes === null) return failedStep('step.bad_input', 'base64: isn’t Base64')
    const [file = null] = await keep(deps, context, [{ name, bytes }])
    return { ok: true, output: file }
  })
}

/** Null for what is no Base64: Node.js would skip what it doesn't know. */
function bytesOf(base64: string): Buffer | null {
  const bare = base64.replace(/\s+/g, '')
  return /^[A-Za-z0-9+/]*={0,2}$/.test(bare) && bare.length % 4 === 0 ? Buffer.from(bare, 'base64') : null
}
