import type { Field } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'

export type NumberFormat = (Field & { type: 'number' })['format']

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const

/** `12,500`, `45%`, `1.5 MB`; beyond 15 digits the value is text and stays as is. */
export function numberText(format: NumberFormat, value: JsonValue): string {
  const text = String(value)
  switch (format) {
    case 'thousands':
      return grouped(text)
    case 'percent':
      return `${text}%`
    case 'bytes':
      return typeof value === 'number' ? bytesText(value) : `${grouped(text)} B`
    case 'plain':
    case undefined:
      return text
    default:
      return format satisfies never
  }
}

function grouped(text: string): string {
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d+)(.*)$/.exec(text) ?? []
  return whole === '' ? text : `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${rest}`
}

function bytesText(bytes: number): string {
  const size = Math.abs(bytes)
  const power = size < 1024 ? 0 : Math.min(Math.floor(Math.log2(size) / 10), UNITS.length - 1)
  const amount = bytes / 1024 ** power
  return `${Number.isInteger(amount) ? amount : amount.toFixed(1)} ${UNITS[power] ?? 'B'}`
}
