import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { Field } from '@caseloom/contract/field-types/fields'
import { JsonValue } from '@caseloom/contract/kernel/json'
import type { RecordView } from '@caseloom/contract/records/records'
import { z } from 'zod'
import { ownDraft, type StoredDraft } from '../../../data/stored-draft.ts'
import { draftOf } from '../model/draft-value.ts'
import type { Origin } from '../model/useRecordForm.ts'

/** A long text that isn't saved, and what was stored when it was begun. */
export interface TextDraft {
  text: string
  version: number
  before: JsonValue
}

const TextDraftShape: z.ZodType<TextDraft> = z.object({
  text: z.string(),
  version: z.number().int(),
  before: JsonValue,
})

export interface TextPlace {
  tenantId: string
  userId: string
  recordId: string
}

export function isLongText(field: Field): boolean {
  const { html, raw } = fieldTraits(field)
  return html || raw || ('multiline' in field && field.multiline)
}

export function textDraft({ tenantId, userId, recordId }: TextPlace, key: string): StoredDraft<TextDraft> {
  return ownDraft(userId, `text.${tenantId}.${recordId}.${key}`, TextDraftShape)
}

export interface RestoredTexts {
  drafts: Record<string, string>
  origins: Record<string, Origin>
}

/** What was typed into these fields and never saved. */
export function restoredTexts(
  place: TextPlace,
  fields: readonly Field[],
  record: Pick<RecordView, 'fields'>,
): RestoredTexts {
  const restored: RestoredTexts = { drafts: {}, origins: {} }
  for (const field of fields) {
    const draft = textDraft(place, field.key).read()
    if (draft === null || draft.text === draftOf(field, record.fields[field.key], '')) continue
    restored.drafts[field.key] = draft.text
    restored.origins[field.key] = { version: draft.version, value: draft.before }
  }
  return restored
}
