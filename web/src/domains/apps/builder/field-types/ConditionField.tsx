import type { AppView } from '@caseloom/contract/apps/apps'
import type { Field, FieldType } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Filter } from '@caseloom/contract/values/filter'
import type { WorkflowAction } from '@caseloom/contract/apps/workflow'
import { rulesDoing } from '@caseloom/workflow/rules-doing'
import { conditionSentence } from '@caseloom/workflow/sentences'
import { Input } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { usePeople } from '../../../../data/people.ts'
import { useTables } from '../../../../data/tables.ts'
import { ConditionList, filterOfConditions } from '../../../../field-types/parts/ConditionList.tsx'
import {
  conditionText,
  type FilterSubject,
  filterSubjects,
} from '../../../../field-types/parts/filter-choices.ts'
import { addTexts } from '../../../../ui/text/i18n.ts'
import { fieldsEn } from '../../../../field-types/values/fields.en.ts'
import { tableWords } from '../../../../field-types/workflow/rule-words.ts'
import classes from './Settings.module.css'
import { flatConditions } from '../../../../field-types/parts/flat-conditions.ts'
import type { EditedApp } from '../../draft/useAppDraft.ts'

addTexts('fields', fieldsEn)

interface ConditionFieldProps {
  label: string
  note?: string
  edited: EditedApp
  filter: Filter | undefined
  error: string | undefined
  /** Types that the condition can't read, in addition to those outside the record. */
  without?: readonly FieldType[]
  /** The field and what rules of the workflow do with it under other conditions. */
  rules?: { field: string; verb: WorkflowAction['do'] }
  onChange: (filter: Filter | undefined) => void
}

/** Links and threads are outside the record: conditions of a definition read the record only. */
const BESIDE: readonly FieldType[] = ['reference', 'comments']
const NONE: readonly FieldType[] = []
const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Conditions over the fields of the draft, all of which must be true; none means never. */
export function ConditionField(props: ConditionFieldProps) {
  const { label, note, edited, filter, error, without = NONE, rules, onChange } = props
  const { t } = useTranslation('apps')
  const { t: say } = useTranslation('fields')
  const people = usePeople()
  const { base, draft } = edited
  const subjects = useMemo(() => {
    // New fields have no ID yet; conditions name fields by key.
    const fields = draft.fields
      .filter(({ type }) => !BESIDE.includes(type) && !without.includes(type))
      .map((field) => ({ ...field, id: field.id ?? NO_ID }) as Field)
    return filterSubjects({ ...base, fields } satisfies AppView, say)
  }, [base, draft.fields, say, without])
  const conditions = isNever(filter) ? [] : flatConditions(filter)
  const found = useRulesOf(edited, rules, subjects)
  const said = found.length === 0 ? note : [note, t('field.inWorkflow', { rules: found.join('; ') })]
  return (
    <Input.Wrapper
      label={label}
      description={Array.isArray(said) ? said.filter(Boolean).join(' ') : said}
      error={error}
      labelElement="div"
    >
      <div className={classes.conditions}>
        {conditions === null ? (
          <span className={classes.quiet}>{t('field.nested')}</span>
        ) : (
          <ConditionList
            conditions={conditions}
            subjects={subjects}
            people={people}
            onChange={(next) => onChange(filterOfConditions(next))}
          />
        )}
      </div>
    </Input.Wrapper>
  )
}

/** The conditions of rules that do the same with the field, as sentences. */
function useRulesOf(
  { draft: { fields, workflow } }: EditedApp,
  rules: ConditionFieldProps['rules'],
  subjects: readonly FilterSubject[],
): string[] {
  const { t } = useTranslation('apps')
  const { t: say } = useTranslation('fields')
  const people = usePeople()
  const tables = useTables()
  const [verb, ruled] = [rules?.verb, rules?.field]
  return useMemo(() => {
    if (verb === undefined || ruled === undefined) return []
    const table = tableWords(tables)
    const value = (key: string, one: JsonValue) =>
      conditionText(
        subjects.find((subject) => subject.key === key),
        one,
        { people, t: say },
      )
    return rulesDoing(workflow, verb, ruled).map(
      ({ name, when }) =>
        name ??
        (when === undefined ? t('field.otherwise') : conditionSentence(when, { fields, table, value })),
    )
  }, [workflow, fields, subjects, people, tables, verb, ruled, say, t])
}

/** Placeholder for a part that must have a condition. */
function isNever(filter: Filter | undefined): boolean {
  return filter !== undefined && 'any' in filter && filter.any.length === 0
}
