import type { JsonObject } from '@caseloom/contract/kernel/json'
import { type ReactNode, useMemo } from 'react'
import { ExpressionScopeContext } from '../expression/expression-scope.ts'
import { namesAtStep, namesAtTrigger, type NameSource } from '../expression/known-names.ts'
import { type KnownName } from '../../../../ui/expression/known-name.ts'
import { useBuilder } from '../model/builder-context.ts'
import { findStep } from '../model/places.ts'
import { useLoopSamples } from '../samples/loop-items.ts'
import { scopeOf, useSamples } from '../samples/samples.ts'
import { actionOf } from '../parts/action-view.ts'
import { FieldContext } from '../../../../ui/schema-form/schema-field.tsx'
import { ValueField } from './ValueField.tsx'

interface PanelScopeProps {
  /** The step being edited; null for the end of the playbook. */
  step?: string | null
  trigger?: string
  /** Additional names, such as the item of a filtered list. */
  more?: readonly KnownName[]
  moreScope?: JsonObject
  children: ReactNode
}

const NO_MORE: readonly KnownName[] = []
const NO_SCOPE: JsonObject = {}

export function PanelScope({ step = null, trigger, more, moreScope, children }: PanelScopeProps) {
  const { document, actions } = useBuilder()
  const { samples: known, run } = useSamples()
  const samples = useLoopSamples(document, step, known)
  const scope = useMemo(() => {
    const source: NameSource = {
      document,
      samples,
      outputOf: (action) => actionOf(actions, action)?.output ?? null,
    }
    const own = trigger === undefined ? namesAtStep(source, step) : namesAtTrigger(trigger, samples)
    const blocks = step === null ? [] : (findStep(document, step)?.blocks ?? [])
    return {
      names: [...(more ?? NO_MORE), ...own],
      scope: { ...scopeOf(samples, blocks), ...(moreScope ?? NO_SCOPE) },
      hasSamples: run !== null || samples.trigger !== undefined || Object.keys(samples.steps).length > 0,
    }
  }, [document, actions, samples, run, step, trigger, more, moreScope])
  return (
    <FieldContext value={ValueField}>
      <ExpressionScopeContext value={scope}>{children}</ExpressionScopeContext>
    </FieldContext>
  )
}
