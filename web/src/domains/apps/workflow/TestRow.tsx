import { OCCASIONS, type When } from '@caseloom/contract/apps/workflow'
import { MultiSelect, NumberInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { principalsQuery } from '../../../data/people.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { useQuery } from '@tanstack/react-query'
import { TypedSelect } from '../../../field-types/parts/TypedSelect.tsx'
import type { Vocabulary } from '../../../field-types/workflow/rule-words.ts'
import { ExpressionInput } from './ExpressionInput.tsx'
import { FieldTestInputs } from './FieldTestInputs.tsx'
import { LinkedWhere } from './LinkedWhere.tsx'
import { subjectChoices, subjectOf, throughOf } from './model/test-subject.ts'
import { OperandNow } from './OperandNow.tsx'
import classes from './WhenEditor.module.css'
import { operatorOf } from './test-operator.ts'
import type { FieldTestProps } from './useFieldTest.ts'
import type { Begun, WhenTest } from './when-tree.ts'

interface TestRowProps {
  part: WhenTest
  words: Vocabulary
  onChange: (part: WhenTest) => void
}

/** One test: what it asks about, how, and with which value. */
export function TestRow({ part, words, onChange }: TestRowProps) {
  const { t } = useTranslation('workflow-editor')
  const { test } = part
  const [subject, setSubject] = useState(() => subjectOf(test, words) ?? part.begun?.subject ?? null)
  const put = (next: When | null, begun = begunOf(part, subject)) =>
    onChange({ ...part, test: next, ...(begun === undefined ? {} : { begun }) })
  const isExpression = test !== null && 'expression' in test
  return (
    <>
      {isExpression ? (
        <div className={classes.wide}>
          <ExpressionInput
            label={t('expression')}
            type={t('types.boolean')}
            value={test.expression}
            onChange={(expression) => put({ expression })}
          />
        </div>
      ) : (
        <div className={classes.joined}>
          <TypedSelect
            label={t('field')}
            placeholder={t('chooseField')}
            withinPortal
            data={subjectChoices(words, t, subject)}
            value={subject}
            onChange={(next) => {
              setSubject(next)
              put(startOf(next), next === null ? undefined : { subject: next })
            }}
          />
          <SubjectInputs
            {...{ subject, test, words }}
            operator={part.begun?.operator}
            onChange={(next) => put(next)}
            onOperator={(operator) => subject !== null && onChange({ ...part, begun: { subject, operator } })}
          />
        </div>
      )}
      <OperandNow test={test} />
    </>
  )
}

/** What is retained of a test when it becomes incomplete: its subject and its operator. */
function begunOf({ test, begun }: WhenTest, subject: string | null): Begun | undefined {
  if (subject === null) return begun
  const operator = operatorOf(test) ?? (begun?.subject === subject ? begun.operator : undefined)
  return { subject, ...(operator === undefined ? {} : { operator }) }
}

interface SubjectInputsProps extends InputsProps, Pick<FieldTestProps, 'operator' | 'onOperator'> {
  subject: string | null
  words: Vocabulary
}

/** The inputs that follow what a test asks about. */
function SubjectInputs(props: SubjectInputsProps) {
  const { subject, test, words, onChange, operator, onOperator } = props
  const { t } = useTranslation('workflow-editor')
  const [kind = '', name = '', inner = ''] = (subject ?? '').split(':')
  return (
    <>
      {(kind === 'now' || kind === 'before') && (
        <FieldTestInputs
          key={subject}
          at={kind}
          field={name}
          {...{ test, words, onChange, operator, onOperator }}
        />
      )}
      {kind === 'through' && (
        <ThroughInputs
          key={subject}
          {...{ reference: name, field: inner, test, words, onChange, operator, onOperator }}
        />
      )}
      {kind === 'linked' && <LinkedInputs field={name} test={test} onChange={onChange} />}
      {kind === 'actor' && <ActorInputs kind={name} test={test} words={words} onChange={onChange} />}
      {kind === 'opened' && (
        <MultiSelect
          label={t('actors.opened')}
          data={OCCASIONS.map((one) => ({ value: one, label: words.say(`occasions.${one}`) }))}
          value={test !== null && 'opened' in test ? test.opened : []}
          onChange={(chosen) => {
            const opened = OCCASIONS.filter((one) => chosen.includes(one))
            onChange(opened.length === 0 ? null : { opened })
          }}
        />
      )}
    </>
  )
}

/** What a newly chosen subject asks until more is chosen; null while that is incomplete. */
function startOf(subject: string | null): When | null {
  const [kind, name = ''] = (subject ?? '').split(':')
  return kind === 'linked' ? { linked: name } : null
}

interface InputsProps {
  test: When | null
  onChange: (test: When | null) => void
}

interface ThroughInputsProps extends InputsProps, Pick<FieldTestProps, 'operator' | 'onOperator'> {
  reference: string
  field: string
  words: Vocabulary
}

/** A field of the one linked record is compared as a field of the record itself. */
function ThroughInputs(props: ThroughInputsProps) {
  const { reference, field, test, words, onChange, operator, onOperator } = props
  const stored = throughOf(test, words)
  return (
    <FieldTestInputs
      at="linked"
      {...{ field, operator, onOperator }}
      test={stored?.where ?? null}
      words={{ ...words, subjects: words.linked(reference) }}
      onChange={(where) =>
        onChange(
          where === null || !('field' in where) || 'table' in where
            ? null
            : { ...(stored ?? { linked: reference }), where },
        )
      }
    />
  )
}

function LinkedInputs({ field, test, onChange }: InputsProps & { field: string }) {
  const { t } = useTranslation('workflow-editor')
  const linked = test !== null && 'linked' in test ? test : { linked: field }
  return (
    <>
      <NumberInput
        label={t('linkedMin')}
        min={1}
        max={10_000}
        value={linked.min ?? 1}
        prefix={t('atLeast')}
        onChange={(next) => {
          const { min: _min, ...rest } = linked
          const min = Number(next)
          onChange(min > 1 ? { ...rest, min } : rest)
        }}
      />
      <div className={classes.nested}>
        <LinkedWhere
          field={field}
          where={linked.where}
          onChange={(where) => {
            const { where: _where, ...rest } = linked
            onChange(where === undefined ? rest : { ...rest, where })
          }}
        />
      </div>
    </>
  )
}

function ActorInputs({ kind, test, words, onChange }: InputsProps & { kind: string; words: Vocabulary }) {
  const { t } = useTranslation('workflow-editor')
  const { tenantId } = useTenantScope()
  const principals = useQuery(principalsQuery(tenantId)).data
  const lists = {
    user: principals?.users ?? [],
    group: principals?.groups ?? [],
    role: principals?.roles ?? [],
  }
  const kinds = ['user', 'playbook', 'system'] as const
  const value: string[] = test !== null && 'actor' in test ? test.in : []
  if (kind === 'kind')
    return (
      <MultiSelect
        label={t('actors.kind')}
        data={kinds.map((one) => ({ value: one, label: words.say(`when.kinds.${one}`) }))}
        value={value}
        onChange={(chosen) => {
          const some = kinds.filter((one) => chosen.includes(one))
          onChange(some.length === 0 ? null : { actor: 'kind', in: some })
        }}
      />
    )
  const actor = (['user', 'group', 'role'] as const).find((one) => one === kind) ?? 'role'
  return (
    <MultiSelect
      label={t(`actors.${actor}`)}
      searchable
      data={lists[actor].map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value}
      onChange={(ids) => onChange(ids.length === 0 ? null : { actor, in: ids })}
    />
  )
}
