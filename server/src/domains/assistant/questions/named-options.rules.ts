import type { Parse } from './grammar.rules.ts'
import { longestName, longestPhrase } from './names.rules.ts'
import { needsField, type SubjectField, type SubjectOption, valueTraits } from './subject.rules.ts'

interface FoundOption {
  field: SubjectField
  option: SubjectOption
  length: number
}

export const isOption = (field: SubjectField) => valueTraits(field).options

/** The option named at a place: of one field, or of the only or most obvious one that has it. */
export function optionAt({ tokens, subject }: Parse, at: number, only?: SubjectField): FoundOption | null {
  const fields = only === undefined ? subject.fields.filter(isOption) : [only]
  const found = fields.flatMap((field) =>
    field.options.flatMap((option): FoundOption[] => {
      // "Data" is too vague on its own; "data loss" is not.
      const own =
        only === undefined && needsField(option)
          ? option.names.filter((name) => name.length > 1)
          : option.names
      // Beside the label "SHA-1" people write the key as well.
      const isCode = /\d/.test(option.key)
      const names = only === undefined && !isCode ? own : [...own, option.key.split('_')]
      const length = longestName(tokens, at, names)
      return length === 0 ? [] : [{ field, option, length }]
    }),
  )
  const most = Math.max(0, ...found.map(({ length }) => length))
  const longest = found.filter(({ length }) => length === most)
  if (longest.length <= 1) return longest[0] ?? null
  const obvious = longest.filter(({ field }) => field.display === 'severity')
  const stated = obvious.length > 0 ? obvious : longest.filter(({ field }) => field.display === 'state')
  return stated.length === 1 ? (stated[0] ?? null) : null
}

export interface Options {
  field: SubjectField
  options: SubjectOption[]
  length: number
}

const JOINTS = ['or', 'and', 'nor', 'and or', 'as well as']

/** How many tokens join two values: `or`, `, and`, `/`. */
export function jointAt(tokens: Parse['tokens'], at: number): number {
  const comma = tokens[at]?.kind === 'mark' && [',', '/', '&'].includes(tokens[at]?.text ?? '') ? 1 : 0
  const length = comma + longestPhrase(tokens, at + comma, JOINTS)
  return length
}

/** One option or several of the same field: `critical, high or medium`. */
export function optionsAt(parse: Parse, at: number, only?: SubjectField): Options | null {
  const first = optionAt(parse, at, only)
  if (first === null) return null
  const options = [first.option]
  let length = first.length
  for (;;) {
    const joint = jointAt(parse.tokens, at + length)
    if (joint === 0) break
    const start = at + length + joint
    const article = ['the', 'a', 'an'].includes(parse.tokens[start]?.text ?? '') ? 1 : 0
    const next = optionAt(parse, start + article, first.field)
    if (next === null || next.field !== first.field) break
    options.push(next.option)
    length += joint + article + next.length
  }
  return { field: first.field, options, length }
}
