import type { Field, FieldInputOf, FieldType } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { ItemIds } from './case-items.ts'
import type { PlainCondition } from '@caseloom/contract/filters/field-types/plain-filter'
import type { SqlParameters } from './filter-sql.ts'
import type { ParsedValue } from './parsed-value.ts'

/** A fault of a definition: which of its settings, and what is wrong. */
export interface SettingFault {
  path: (string | number)[]
  code: string
  message: string
}

/** What the server does with a type of field; each has a file in this folder. */
export interface ServerFieldType<T extends FieldType> {
  /** Reads a value that is not empty into its canonical form, or names every fault of it. */
  parse(field: Field & { type: T }, raw: JsonValue, ids: ItemIds): ParsedValue
  /** Settings that contradict each other. */
  faults?(field: FieldInputOf<T>): SettingFault[]
  /** Settings that are fixed once the field exists, with what to say of one that changed. */
  fixed?(before: FieldInputOf<T>, after: FieldInputOf<T>): SettingFault[]
  /** How values become those of another type; absent when they can't. */
  convert?: ConvertRules<T>
  /** The type of each item, for types whose values are lists of another one's. */
  itemType?(field: FieldInputOf<T>): FieldType
  /** Place among the fields that may get an index, lowest first; 9 when absent. */
  indexRank?(field: FieldInputOf<T>, isTitle: boolean): number
  /** True when an index of the values helps no one. */
  unindexed?(field: FieldInputOf<T>): boolean
  /** True when records can't be grouped by the field, though values of its kind can be counted. */
  ungrouped?(field: FieldInputOf<T>): boolean
  /** What makes a value unique; the digest of the text when absent. */
  uniqueKey?(column: string): string
  /** The key that a text of the field sorts by; null for the ordinary one. */
  sortKey?(field: FieldInputOf<T>, text: string): string | null
  /** Texts that do not sort as they are written: their sort keys rule out no match. */
  sortsOtherwise?(field: FieldInputOf<T>): boolean
}

export interface ConvertRules<T extends FieldType> {
  /** One value as a text; absent when values can’t be read as text. */
  toText?(value: JsonValue, field: FieldInputOf<T>): JsonValue
  /** True when `toText` gives the HTML of rich text as its plain text. */
  isRich?(field: FieldInputOf<T>): boolean
  /** A value of what a text says, for the parser to judge; undefined when it says none. */
  fromText?(text: string, field: FieldInputOf<T>): JsonValue | undefined
  /** A value of one of another type. */
  from?: Partial<Record<FieldType, (value: JsonValue) => JsonValue>>
}

/** What a cell says, for the field’s own parser; or why it says nothing. */
export type CellReading = { raw: JsonValue; issues?: never } | { raw?: never; issues: ParsedIssues }
type ParsedIssues = NonNullable<ParsedValue['issues']>

/** What the server does with values of one kind; each type declares the kinds that its values are of. */
export interface KindRules {
  /** Type of the column, in the words of PostgreSQL’s catalog. */
  sqlType: string
  /** Has a second column with the folded text that it sorts by. */
  sortColumn?: true
  /** What lists sort by: the SQL type of the key; absent when they can’t. */
  sortType?: string
  /** The index of a column, as far as one helps. */
  index?(column: string, sortColumn: string | null): string
  /** How the column is selected, read, and written, where the driver’s own way is not enough. */
  select?(column: string): string
  fromColumn?(raw: unknown): JsonValue
  toColumn?(value: JsonValue): JsonValue
  /** The text that a value sorts by, where the value is none. */
  sortText?(value: JsonValue): string | null
  /** A condition in SQL, for kinds whose column can't be compared directly; not called for `empty`. Agrees with `holds`. */
  filterSql?(column: string, condition: PlainCondition, parameters: SqlParameters): string
  /** The column as text operators and equality see it. */
  compared?(column: string): string
  /** The texts of a value that search finds; absent when it finds none. */
  searched?(value: JsonValue): string[]
  /** Search finds only the identifiers in a value of any shape. */
  searchedForIds?: true
  /** What groups are named by; the text of the column when absent. */
  groupKey?(column: string): string
  /** What figures measure; the column when absent. */
  measure?(column: string): string
  /** What a spreadsheet takes it for; a number or a text when absent. */
  sheetForm?: 'instant' | 'day' | 'clock time'
  /** A value that is not empty as the text of one cell; reading it again gives the same value. */
  toCell(value: JsonValue): string
  /** What a cell that is not empty says. */
  fromCell(cell: string, field: Field): CellReading
}
