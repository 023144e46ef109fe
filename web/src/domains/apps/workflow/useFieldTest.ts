import type { FieldTest, TableTest, When } from '@caseloom/contract/apps/workflow'
import { FILTER_OPERATORS, type FilterOperator } from '@caseloom/contract/values/filter'
import { useEffect, useEffectEvent, useState } from 'react'
import { useCondition } from '../../../field-types/parts/ConditionForm.tsx'
import type { Vocabulary } from '../../../field-types/workflow/rule-words.ts'
import { BECOMES, CHANGES } from './test-operator.ts'

export interface FieldTestProps {
  /** `linked`: a field of a linked record, of which only the present value is known. */
  at: 'now' | 'before' | 'linked'
  field: string
  test: When | null
  words: Pick<Vocabulary, 'subjects' | 'people' | 'field' | 'table'>
  onChange: (test: When | null) => void
  /** The operator that an incomplete test begins with, as its select names it. */
  operator?: string | undefined
  onOperator?: ((operator: string) => void) | undefined
}

/** A test while it is edited; what isn't complete is null. Opening a test changes nothing, whatever it says. */
export function useFieldTest({ at, field, test, words, onChange, operator }: FieldTestProps) {
  const [stored] = useState(test)
  const [begun] = useState(() => (test === null ? begunWith(operator) : NOTHING))
  const own = stored !== null && 'field' in stored && !('table' in stored) ? stored : undefined
  const first = modeOf(stored)
  const form = useCondition(words.subjects, own && plainOf(own), { first: field, operator: begun.operator })
  const [mode, setMode] = useState(begun.mode ?? first)
  const [table, setTable] = useState(() => tableOf(stored) ?? begun.table)
  const isPlain = stored === null || !('table' in stored)
  const isUntouched = stored !== null && isPlain && mode === first && (own === undefined || form.isStored)
  const { condition } = form
  const moment = at === 'before' ? at : mode === 'becomes' ? mode : undefined
  const edited: When | null =
    mode === 'changes'
      ? { changed: field }
      : condition === null || moment === undefined
        ? condition
        : { ...condition, at: moment }
  const asking = table && tableTest(stored, { ...table, field, at: moment })
  const made = table !== null ? asking : isUntouched ? stored : edited
  const report = useEffectEvent(() => onChange(made))
  const isReported = JSON.stringify(made) === JSON.stringify(test)
  useEffect(() => {
    if (!isReported) report()
  }, [isReported])
  return { form, mode, setMode, table, setTable }
}

/** A condition on a table while it is edited. */
export interface TableDraft {
  op: TableTest['op']
  table: string | null
  /** Null for the key column. */
  column: string | null
}

interface BegunWith {
  mode: ReturnType<typeof modeOf> | null
  operator: FilterOperator | undefined
  table: TableDraft | null
}
const NOTHING: BegunWith = { mode: null, operator: undefined, table: null }

/** What an incomplete test begins with, by the operator that was chosen of it. */
function begunWith(name: string | undefined): BegunWith {
  if (name === undefined) return NOTHING
  if (name === CHANGES) return { ...NOTHING, mode: 'changes' }
  const mode = name.startsWith(BECOMES) ? 'becomes' : 'now'
  const plain = mode === 'becomes' ? name.slice(BECOMES.length) : name
  if (plain === 'inTable' || plain === 'notInTable')
    return { ...NOTHING, mode, table: { op: plain, table: null, column: null } }
  return { ...NOTHING, mode, operator: FILTER_OPERATORS.find((one) => one === plain) }
}

function tableOf(test: When | null): TableDraft | null {
  if (test === null || !('table' in test)) return null
  const { op, table, column = null } = test
  return { op, table, column }
}

function tableTest(
  stored: When | null,
  { field, op, table, column, at }: TableDraft & { field: string; at: TableTest['at'] },
): TableTest | null {
  if (table === null) return null
  const made: TableTest = {
    field,
    op,
    table,
    ...(column === null ? {} : { column }),
    ...(at === undefined ? {} : { at }),
  }
  const names = ['field', 'op', 'table', 'column'] as const
  const isSame =
    stored !== null &&
    'table' in stored &&
    (stored.at ?? 'now') === (at ?? 'now') &&
    names.every((name) => stored[name] === made[name])
  return isSame ? stored : made
}

function modeOf(test: When | null): 'now' | 'becomes' | 'changes' {
  if (test !== null && 'changed' in test) return 'changes'
  return test !== null && 'field' in test && test.at === 'becomes' ? 'becomes' : 'now'
}

function plainOf({ at: _at, ...condition }: FieldTest): Omit<FieldTest, 'at'> {
  return condition
}
