import { ALL_RECORDS, NO_RECORD, type Touch } from '@caseloom/contract/records/touches'

/** What a step was handed. */
export interface TouchedRecord extends Touch {
  /** Only mentioned by what was handed out: the run isn't shown at that record. */
  aside?: true
}

/** A touch as a row: ids of withheld fields as one text, in their order. */
export function withheldText({ withheld = [] }: Pick<Touch, 'withheld'>): string {
  return withheld.toSorted().join(',')
}

export function isRecord({ recordId, aside }: Pick<TouchedRecord, 'recordId' | 'aside'>): boolean {
  return aside !== true && recordId !== NO_RECORD && recordId !== ALL_RECORDS
}
