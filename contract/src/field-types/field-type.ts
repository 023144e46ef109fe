import type { z } from 'zod'

/** What a definition says by the settings of its type. */
export type SettingsOf<Settings extends z.ZodRawShape> = z.infer<z.ZodObject<Settings>>

/** What a type of field is, apart from its values; each has a file in this folder. */
export interface FieldTypeRules<Definition, Kind extends string> {
  /** How values of the field are stored and compared. */
  kind(field: Definition): Kind
  /** Types whose values these may become; the type itself means another format or number of values. */
  convertsTo?: readonly string[]
  /** True when a text can say a value. */
  fromText?: true
  /** True when its values are texts, which become whatever they say. */
  isText?: true
  /** True when a value is an address on the web. */
  isLink?: true
  /** True when the value follows from the record's other fields. */
  derived?: true
  /** True when no value can be given: it is derived, every record has it, or it has rows of its own. */
  unwritten?: true
  /** True when the field shows a fact that every record has, and has no value of its own. */
  fact?: true
  /** The default that is worked out when a record is created. */
  momentary?: 'now' | 'today' | 'me'
  /** True when the field can stand for a record in lists and links. */
  titled?(field: Definition): boolean
}

/** What values of one kind can be asked; each type declares the kinds that its values are of. */
export interface KindTraits {
  /** Lists of simple values, stored as lists of texts. */
  several: boolean
  /** Figures can sum and average them. */
  measured: boolean
  /** Decimals, stored exactly. */
  decimal: boolean
  /** Spans of time in seconds. */
  span: boolean
  /** What is measured of them are seconds. */
  seconds: boolean
  /** Points in time. */
  instant: boolean
  /** Days of the calendar. */
  day: boolean
  /** They have an order of which promotions take the first or last. */
  ordered: boolean
  /** Records can be grouped by them. */
  grouped: boolean
  /** Few enough of them are different for a filter to count each. */
  faceted: boolean
  /** True or false. */
  truth: boolean
  /** Keys of the field's options. */
  options: boolean
  /** Ids of users. */
  users: boolean
  /** Ids of groups. */
  groups: boolean
  /** ATT&CK techniques by id. */
  techniques: boolean
  /** Text of any length as people type it, in one line or several. */
  text: boolean
  /** Sanitized HTML, compared and found by its plain text. */
  html: boolean
  /** Documents of any shape. */
  raw: boolean
  /** Uploaded files. */
  files: boolean
  /** A thread of comments instead of a value. */
  thread: boolean
  /** Linked records, stored outside the record. */
  links: boolean
  observables: boolean
  tasks: boolean
  /** Working time that runs while a condition holds. */
  clock: boolean
  /** The record's row has a column for them. */
  column: boolean
}

const PLAIN: KindTraits = {
  several: false,
  measured: false,
  decimal: false,
  span: false,
  seconds: false,
  instant: false,
  day: false,
  ordered: false,
  grouped: true,
  faceted: false,
  truth: false,
  options: false,
  users: false,
  groups: false,
  techniques: false,
  text: false,
  html: false,
  raw: false,
  files: false,
  thread: false,
  links: false,
  observables: false,
  tasks: false,
  clock: false,
  column: true,
}

/** Traits of a kind: a plain value with a column, but for what is given. */
export function traits(given: Partial<KindTraits> = {}): KindTraits {
  return { ...PLAIN, ...given }
}
