import type { Field, FieldInputOf, FieldType } from '@caseloom/contract/field-types/fields'
import type { FilterOperator } from '@caseloom/contract/values/filter'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** What the words for a value depend on besides the value: names of people and groups, and the reader's time zone. */
export interface Reader {
  name(userId: string): string | undefined
  group?(groupId: string): string | undefined
  zone: string
  /** Times with their seconds, where values are compared that may differ in nothing else. */
  seconds?: boolean
}

export interface People extends Reader {
  me: string
}

export type Say = (key: string, ...values: [] | [Record<string, unknown>]) => string

/** How a value is drawn. */
export interface Look {
  people: People
  noOne: string
  /** In a list: one line, no links. */
  compact: boolean
  /** The text of the value, and of each of its items. */
  text: string
  words: string[]
}

/** The value of an editor: text as typed, or a list of choices. */
export type Draft = string | string[]
export type ReadDraft = { ok: true; value: JsonValue } | { ok: false; key: string; reason?: string }

export interface Choice {
  value: string
  label: string
}

/** What a filter can offer to choose from. */
export interface ChoiceSource<T extends FieldType> {
  field: (Field & { type: T }) | undefined
  people: readonly { id: string; name: string }[]
  groups: readonly { id: string; name: string }[]
  t: Say
}

export const KIND_GROUPS = ['values', 'people', 'security'] as const

/** An entry of the app builder’s palette. */
export interface PaletteEntry {
  id: string
  group: (typeof KIND_GROUPS)[number]
  icon: Icon
  /** Initial properties besides key and label; a reference starts with the app itself. */
  make?(appId: string): Record<string, unknown>
}

/** What the web does with a type of field; each has a file in this folder. */
export interface WebFieldType<T extends FieldType> {
  /** Where the palette offers it; more than once for a type with several uses, distinguished by `paletteId`. */
  palette: readonly [PaletteEntry, ...PaletteEntry[]]
  paletteId?(field: FieldInputOf<T>): string
  /** Width of its column in lists, in pixels. */
  width: number
  unsorted?: true
  /** Digits of one width in lists, so that they stand below each other. */
  tabular?: true
  alignEnd?: true
  /** A value as text; of lists each item, unless `whole`. Text and JSON as they are when absent. */
  text?(value: JsonValue, field: Field & { type: T }, people: Reader): string
  whole?: true
  /** A value that is not empty as it is drawn; its text when absent. */
  show?(value: JsonValue, field: Field & { type: T }, look: Look): ReactNode
  /** What an empty value is drawn as; nothing when absent. */
  showEmpty?(look: Pick<Look, 'noOne'>): ReactNode
  filter: WebFilter<T>
  /** The value in an editor, and back; times are the reader's. */
  toDraft?(value: JsonValue | undefined, field: Field & { type: T }, zone: string): Draft | undefined
  fromDraft?(draft: string, field: Field & { type: T }, zone: string): ReadDraft
  fromItems?(draft: readonly string[], field: Field & { type: T }): ReadDraft
  /** Attributes of the input that edits it. */
  input?(field: Field & { type: T }): Record<string, unknown>
  /** True when the details of a record give it the whole width. */
  wide?(field: Field & { type: T }): boolean
  /** True when charts offer to group records by the field. */
  axis?(field: Field & { type: T }): boolean
  /** The JSON Schema of a value; anything when absent. */
  schema?(field: Field & { type: T }): JsonObject
}

export interface WebFilter<T extends FieldType> {
  operators: readonly FilterOperator[]
  /** Values are chosen from a menu, also for "contains all of". */
  menu?: true
  choices?(source: ChoiceSource<T>): Choice[]
  /** How a value is named where its field is not at hand: facts that every record has are no fields. */
  label?(value: JsonValue, words: { people: Reader; t: Say }): string
  /** Operators that are worded in another way for this type. */
  wording?: Partial<Record<FilterOperator, string>>
  /** Compared with fixed and relative points in time. */
  time?: 'date' | 'datetime'
  /** The input as a value, null while incomplete, and back; times are the reader's. */
  read?(text: string, field: Field | undefined, zone: string): JsonValue
  write?(value: JsonValue, zone: string): string
  input?(field: (Field & { type: T }) | undefined, t: Say): Record<string, unknown>
}
