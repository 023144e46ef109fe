import { z } from 'zod'
import { Key, Label } from './common-settings.ts'
import { type FieldTypeRules, type SettingsOf, traits } from './field-type.ts'

/** The largest number of options of a selection. */
export const MAX_OPTIONS = 10_000

/** Color names are the hues of the theme; `severity` and `state` options are drawn with their glyphs. */
export const SelectionOption = z.strictObject({
  key: Key,
  label: Label,
  colour: z.enum(['gray', 'blue', 'green', 'amber', 'orange', 'red', 'purple']).optional(),
  /** When to choose it; shown beside the option in the edit control. */
  description: z.string().trim().max(300).optional(),
  /** No longer offered; records that have it keep it. */
  retired: z.literal(true).optional(),
})
export type SelectionOption = z.infer<typeof SelectionOption>

export const selectionSettings = {
  type: z.literal('selection'),
  options: z.array(SelectionOption).min(1).max(MAX_OPTIONS),
  multiple: z.boolean().default(false),
  /** How a value is drawn: words, or the severity or state glyphs. */
  display: z.enum(['plain', 'severity', 'state']).default('plain'),
  /** How it is edited: a menu when absent, radio buttons for one value, check boxes for several. */
  control: z.enum(['menu', 'radio', 'checkbox']).optional(),
}

export const selectionType: FieldTypeRules<
  SettingsOf<typeof selectionSettings>,
  keyof typeof selectionKinds
> = {
  kind: ({ multiple }) => (multiple ? 'options' : 'option'),
  convertsTo: ['text', 'selection', 'list'],
  fromText: true,
}

export const selectionKinds = {
  option: traits({ options: true, faceted: true, ordered: true }),
  options: traits({ options: true, faceted: true, several: true }),
}
