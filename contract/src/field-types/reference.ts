import { z } from 'zod'
import { AppId } from '../kernel/ids.ts'
import { Key, Label } from './common-settings.ts'
import { type FieldTypeRules, type SettingsOf, traits } from './field-type.ts'

/** References records of an app, including its own; stored outside the record, so that many cost no more than few. */
export const referenceSettings = {
  type: z.literal('reference'),
  /** Whose records it points to; fixed once the field exists. */
  app: AppId,
  multiple: z.boolean().default(false),
  /** Fields of the other app that are shown beside the linked records. */
  columns: z.array(Key).max(10).default([]),
  /** Offers to create a record of the other app where one is chosen. */
  canAdd: z.boolean().default(false),
  /** What records of the other app call those that point to them. */
  backReference: z.strictObject({ label: Label }).optional(),
}

export const referenceType: FieldTypeRules<
  SettingsOf<typeof referenceSettings>,
  keyof typeof referenceKinds
> = { kind: () => 'reference' }

export const referenceKinds = { reference: traits({ links: true, grouped: false, column: false }) }
