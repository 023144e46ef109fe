import type { AppView } from '@caseloom/contract/apps'
import type { Condition, Filter, Has } from '@caseloom/contract/filter'
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { appsQuery } from '../../../data/apps.ts'
import type { usePeople } from '../../../data/people.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { useCondition } from '../../../ui/fields/ConditionForm.tsx'
import { filterSubjects, operatorKey, takesValue } from '../../../ui/fields/filter-choices.ts'
import { ValueInput } from '../../../ui/fields/ValueInput.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { isSimple, readWay, wayFilter } from './link-ways.ts'
import { useLinkWays } from './useLinkWays.ts'
import { linksEn } from './links.en.ts'
import classes from './Links.module.css'

addTexts('links', linksEn)

interface ReferenceConditionProps {
  /** `has`, or its contrary; null while nothing is chosen. */
  filter: Filter | null
  people: ReturnType<typeof usePeople>
  onChange: (filter: Filter | null) => void
}

/** A condition on linked records in one line: has or has no, which records, and what must hold for one of them. */
export function ReferenceCondition({ filter, people, onChange }: ReferenceConditionProps) {
  const { t } = useTranslation('links')
  const { tenantId } = useTenantScope()
  const apps = useQuery(appsQuery(tenantId)).data ?? []
  const way = readWay(filter)
  const ways = useLinkWays()
  const chosen = ways.find(({ has }) => has === way?.has.has)
  const other = apps.find((app) => app.id === chosen?.otherId)
  const tell = (has: Has, not: boolean) => onChange(wayFilter(has, not))
  const where = way?.has.where
  return (
    <div className={classes.condition}>
      <Select
        label={t('whether')}
        data={[
          { value: 'has', label: t('has') },
          { value: 'hasNot', label: t('hasNot') },
        ]}
        value={way?.not === true ? 'hasNot' : 'has'}
        allowDeselect={false}
        disabled={way === null}
        comboboxProps={{ withinPortal: false }}
        onChange={(next) => way !== null && tell(way.has, next === 'hasNot')}
      />
      <Select
        label={t('which')}
        data={ways.map(({ has, label }) => ({ value: has, label }))}
        value={way?.has.has ?? null}
        searchable
        comboboxProps={{ withinPortal: false }}
        onChange={(has) => has !== null && tell({ has }, way?.not ?? false)}
      />
      {way !== null && other !== undefined && (
        <Select
          label={t('field')}
          data={[
            { value: 'any', label: t('any') },
            { value: 'where', label: t('where') },
          ]}
          value={where === undefined ? 'any' : 'where'}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          onChange={(next) =>
            next === 'any'
              ? tell({ has: way.has.has }, way.not)
              : tell({ has: way.has.has, where: { field: other.titleField, op: 'notEmpty' } }, way.not)
          }
        />
      )}
      {way !== null && other !== undefined && where !== undefined && isSimple(where) && (
        <Where
          key={way.has.has}
          app={other}
          where={where}
          people={people}
          onChange={(next) => tell({ has: way.has.has, where: next }, way.not)}
        />
      )}
      {where !== undefined && !isSimple(where) && <span className={classes.nothing}>{t('several')}</span>}
    </div>
  )
}

interface WhereProps {
  app: AppView
  where: Condition
  people: ReferenceConditionProps['people']
  onChange: (where: Condition) => void
}

/** The condition on one linked record: field, comparison, value of the other app. */
function Where({ app, where, people, onChange }: WhereProps) {
  const { t } = useTranslation('fields')
  const subjects = filterSubjects(app, t).filter(({ type }) => type !== 'reference')
  const form = useCondition(subjects, where)
  const { subject, operator, condition } = form
  const text = JSON.stringify(condition)
  const isTold = condition === null || text === JSON.stringify(where)
  const tell = useEffectEvent((_entered: string) => condition !== null && onChange(condition))
  useEffect(() => {
    if (!isTold) tell(text)
  }, [text, isTold])
  return (
    <div className={classes.where}>
      <Select
        label={t('filter.field')}
        data={subjects.map((one) => ({ value: one.key, label: one.label }))}
        value={subject?.key ?? null}
        searchable
        comboboxProps={{ withinPortal: false }}
        onChange={(next) => form.choose(next ?? '')}
      />
      <Select
        label={t('filter.operator')}
        data={form.operators.map((one) => ({ value: one, label: t(operatorKey(subject, one)) }))}
        value={operator}
        comboboxProps={{ withinPortal: false }}
        onChange={form.operate}
      />
      {subject !== undefined && takesValue(operator) && (
        <ValueInput
          subject={subject}
          operator={operator}
          people={people.all}
          groups={people.groups}
          value={form.entered}
          onChange={form.setEntered}
        />
      )}
    </div>
  )
}
