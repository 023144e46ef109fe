import type { ExportOrder, Selection } from '@caseloom/contract/records/jobs'
import type { z } from 'zod'
import type { ListSearch } from '../model/records.queries.ts'

export interface Found {
  records: Exclude<Selection, { ids: unknown }>
  sort?: z.input<typeof ExportOrder>['sort']
}

export function foundBy({ filter, text, sort }: ListSearch): Found {
  return {
    records: { ...(filter === undefined ? {} : { filter }), ...(text === undefined ? {} : { text }) },
    ...(sort === undefined ? {} : { sort }),
  }
}
