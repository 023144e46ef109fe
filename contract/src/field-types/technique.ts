import { z } from 'zod'
import { type FieldTypeRules, type SettingsOf, traits } from './field-type.ts'

/** MITRE ATT&CK enterprise techniques by id, such as `T1059.001`. */
export const techniqueSettings = { type: z.literal('technique'), multiple: z.boolean().default(false) }

export const techniqueType: FieldTypeRules<
  SettingsOf<typeof techniqueSettings>,
  keyof typeof techniqueKinds
> = {
  kind: ({ multiple }) => (multiple ? 'techniques' : 'technique'),
  convertsTo: ['text', 'technique', 'list'],
  fromText: true,
}

export const techniqueKinds = {
  technique: traits({ techniques: true }),
  techniques: traits({ techniques: true, several: true }),
}
