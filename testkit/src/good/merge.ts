import { RecordView } from '@caseloom/contract/records/records'
import type { Area } from './types.ts'

/** Merging: one more record that goes into the one there is. */
export const merge: Area = {
  good: {
    mergeRecords: ({ spareRecordId = '' }) => ({ body: { records: [spareRecordId] } }),
    unmergeRecord: ({ mergedRecordId = '' }) => ({ body: { record: mergedRecordId } }),
  },
  async prepare({ web, resident, ask }) {
    const { cookie, ids } = resident
    const url = `/api/tenant/${ids.tenantId}/apps/${ids.appId}/records`
    const made = async () => {
      const answer = await ask(web, { method: 'POST', url, cookie, body: { fields: { title: 'Twin' } } })
      if (answer.status !== 201) throw new Error(`No record: ${JSON.stringify(answer.json)}`)
      return RecordView.parse(answer.json).id
    }
    const [spareRecordId, mergedRecordId] = [await made(), await made()]
    const body = { records: [mergedRecordId] }
    const done = await ask(web, { method: 'POST', url: `${url}/${ids.recordId}/merge`, cookie, body })
    if (done.status !== 200) throw new Error(`Not merged: ${JSON.stringify(done.json)}`)
    return { spareRecordId, mergedRecordId }
  },
}
