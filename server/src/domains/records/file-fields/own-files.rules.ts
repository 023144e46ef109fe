import type { Field } from '@caseloom/contract/field-types/fields'
import type { ActorRef } from '@caseloom/contract/records/records'

/** What decides whether a file may hang somewhere. */
export interface LooseFile {
  size: number
  mediaType: string
  by: ActorRef
  recordId: string | null
  fieldId: string | null
}

/** Where a file is to be attached; the record is null while it is being created. */
export interface WantedPlace {
  recordId: string | null
  fieldId: string | null
  by: ActorRef
}

/** One's own upload that hangs nowhere, or a file that hangs, or hung lately, in this very place. */
export function mayHang(file: LooseFile, { recordId, fieldId, by }: WantedPlace): boolean {
  if (file.recordId === null) return file.by.kind === by.kind && file.by.id === by.id
  return file.recordId === recordId && file.fieldId === fieldId
}

/** A fault of a file, without its path. */
export interface Fault {
  code: string
  message: string
  max?: number
  actual?: number | string
}

/** What of a file does not fit the field. */
export function misfit(
  file: Pick<LooseFile, 'size' | 'mediaType'>,
  field: Field & { type: 'attachment' },
): Fault | null {
  const { maxBytes: max, mediaTypes } = field
  if (max !== undefined && file.size > max)
    return { code: 'too_big', message: `At most ${max} bytes`, max, actual: file.size }
  if (mediaTypes !== undefined && !mediaTypes.some((range) => isIn(file.mediaType, range)))
    return {
      code: 'wrong_media_type',
      message: `Accepted types: ${mediaTypes.join(', ')}`,
      actual: file.mediaType,
    }
  return null
}

function isIn(mediaType: string, range: string): boolean {
  return range.endsWith('/*') ? mediaType.startsWith(range.slice(0, -1)) : mediaType === range
}
