import { z } from 'zod'
import { OBSERVABLE_KINDS, ObservableKind } from '../values/case-fields.ts'
import { type FieldTypeRules, type SettingsOf, traits } from './field-type.ts'

export const observablesSettings = {
  type: z.literal('observables'),
  /** Kinds that the field accepts; all when absent. */
  kinds: z.array(ObservableKind).min(1).max(OBSERVABLE_KINDS.length).optional(),
}

export const observablesType: FieldTypeRules<
  SettingsOf<typeof observablesSettings>,
  keyof typeof observablesKinds
> = { kind: () => 'observables' }

export const observablesKinds = { observables: traits({ observables: true, grouped: false }) }
