import type { ParseOptions } from '@caseloom/playbook/actions-files'

/** What is read: the bytes of a file, or text. */
export interface ParseTask {
  content: Uint8Array | string
  name: string
  options: ParseOptions
}

/** The values of a file as JSON text, or why there are none. */
export type ParseAnswer =
  | { ok: true; json: string }
  | { ok: false; code: string; message: string; at: Place | null }

/** Both count from 1. */
export interface Place {
  line: number
  column?: number
}

export const PARSE_LIMITS = {
  bytes: 20 * 1024 ** 2,
  rows: 50_000,
  values: 500_000,
  depth: 100,
  /** Of the result as JSON. */
  characters: 8_000_000,
  /** Of a workbook when unpacked. */
  unpackedBytes: 100 * 1024 ** 2,
  archiveEntries: 2_000,
} as const
