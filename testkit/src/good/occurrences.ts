import { AppView } from '@caseloom/contract/apps/apps'
import { RecordView } from '@caseloom/contract/records/records'
import { z } from 'zod'
import type { Area } from './types.ts'

const Listed = z.object({ items: z.array(z.object({ id: z.string() })).min(1) })

/** What was folded into a record; it is split off, so that it can be folded back. */
export const occurrences: Area = {
  good: {
    foldBackOccurrence: ({ splitRecordId = '' }) => ({ body: { record: splitRecordId } }),
  },
  async prepare({ web, resident, ask }) {
    const { cookie, ids } = resident
    const url = `/api/tenant/${ids.tenantId}/apps/${ids.appId}`
    const sent = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => {
      const answer = await ask(web, {
        method,
        url: `${url}${path}`,
        cookie,
        ...(body === undefined ? {} : { body }),
      })
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.json)}`)
      return answer.json
    }
    const { name, titleField, listColumns, layout, fields, revision } = AppView.parse(await sent('GET', ''))
    const condition = { field: 'title', op: 'eq', value: 'Storm' }
    const rule = { key: 'storm', name: 'Storm', fields: ['title'], within: 3600, into: 'open', condition }
    const shape = { name, titleField, listColumns, layout, fields, revision }
    await sent('PUT', '', { ...shape, correlation: [rule] })
    const storm = { fields: { title: 'Storm' } }
    const first = RecordView.parse(await sent('POST', '/records', storm))
    await sent('POST', '/records', storm)
    // What was folded into a merged record belongs to the one that it went into.
    await sent('POST', `/records/${ids.recordId}/merge`, { records: [first.id] })
    const place = `/records/${ids.recordId}/occurrences`
    const [occurrence] = Listed.parse(await sent('GET', place)).items
    const occurrenceId = occurrence?.id ?? ''
    const split = RecordView.parse(await sent('POST', `${place}/${occurrenceId}/split`))
    return { occurrenceId, splitRecordId: split.id }
  },
}
