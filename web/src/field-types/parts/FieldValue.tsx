import type { Field } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { ReactNode } from 'react'
import { straight } from '../../ui/text/bidi-isolate.ts'
import type { Look, People } from '../field-type.ts'
import { webType } from '../registry.ts'
import { textOf } from './field-text.ts'
import { shownField } from './shown-field.ts'

interface FieldValueProps {
  field: Field
  value: JsonValue | undefined
  people: People
  noOne: string
  /** In a list: one line, no links. */
  compact?: boolean
}

/** Null for an empty value. */
export function fieldValue({
  field: own,
  value,
  people,
  noOne,
  compact = false,
}: FieldValueProps): ReactNode {
  const field = shownField(own)
  const { show, showEmpty } = webType(field)
  if (value === null || value === undefined || value === '') return showEmpty?.({ noOne }) ?? null
  // Without characters that would change the direction of the text around it.
  const written = (one: JsonValue) => straight(textOf(field, one, people))
  if (show === undefined) return written(value)
  const look: Look = {
    people,
    noOne,
    compact,
    get text() {
      return written(value)
    },
    get words() {
      return (Array.isArray(value) ? value : [value]).map(written)
    },
  }
  return show(value, field, look)
}
