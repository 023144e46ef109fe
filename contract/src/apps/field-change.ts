import { z } from 'zod'
import { FieldInput } from '../field-types/fields.ts'
import { RecordId } from '../kernel/ids.ts'
import { route } from '../kernel/route.ts'

/** Most different values without a form in the new type that one answer shows. */
export const MAX_FAULTS_SHOWN = 20

export const tryFieldChange = route({
  method: 'POST',
  path: '/api/tenant/:tenantId/apps/:appId/field-change/try',
  summary: 'Previews how changing a field’s type affects a batch of values, without changing anything',
  needs: 'app:build',
  body: z.strictObject({
    /** The field as it would be, by its present key. */
    field: FieldInput,
    /** Continues behind this record: the `next` of the answer before. */
    after: RecordId.optional(),
  }),
  reply: z.object({
    /** Values checked: those of records that have one and that the actor may read. */
    examined: z.number().int(),
    converts: z.number().int(),
    /** Values without a form in the new type: they refuse the change, or are emptied. */
    fails: z.number().int(),
    /** Some different ones that fail. */
    examples: z.array(
      z.object({ recordId: RecordId, trackingId: z.string(), value: z.string(), reason: z.string() }),
    ),
    /** Record to continue after; null when all values have been checked. */
    next: RecordId.nullable(),
  }),
  fails: ['app.change_refused'],
  on404: 'here',
})
