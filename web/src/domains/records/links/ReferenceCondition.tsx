import type { AppView } from '@caseloom/contract/apps/apps'
import type { Filter, Has } from '@caseloom/contract/values/filter'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { appsQuery } from '../../../data/apps.ts'
import type { usePeople } from '../../../data/people.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { TypedSelect } from '../../../field-types/parts/TypedSelect.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { readWay, readWhere, wayFilter, whereFilter } from './link-ways.ts'
import { LinkedConditions } from './LinkedConditions.tsx'
import { useLinkWays } from './useLinkWays.ts'
import { linksEn } from '../model/links.en.ts'
import classes from '../model/Links.module.css'

addTexts('links', linksEn)

interface ReferenceConditionProps {
  /** `has` or its negation; null while nothing is selected. */
  filter: Filter | null
  people: ReturnType<typeof usePeople>
  onChange: (filter: Filter | null) => void
}

export function ReferenceCondition({ filter, people, onChange }: ReferenceConditionProps) {
  const { t } = useTranslation('links')
  const { tenantId } = useTenantScope()
  const apps = useQuery(appsQuery(tenantId)).data ?? []
  const way = readWay(filter)
  const ways = useLinkWays()
  const chosen = ways.find(({ has }) => has === way?.has.has)
  const other = apps.find((app) => app.id === chosen?.otherId)
  const change = (has: Has, not: boolean) => onChange(wayFilter(has, not))
  const where = way?.has.where
  const list = where === undefined ? null : readWhere(where)
  return (
    <div className={classes.condition}>
      <TypedSelect
        label={t('whether')}
        data={[
          { value: 'has', label: t('has') },
          { value: 'hasNot', label: t('hasNot') },
        ]}
        value={way?.not === true ? 'hasNot' : 'has'}
        disabled={way === null}
        onChange={(next) => way !== null && change(way.has, next === 'hasNot')}
      />
      <TypedSelect
        label={t('which')}
        data={ways.map(({ has, label }) => ({ value: has, label }))}
        value={way?.has.has ?? null}
        onChange={(has) => change({ has }, way?.not ?? false)}
      />
      {way !== null && other !== undefined && (
        <AnyOrWhere where={where} onChange={change} way={way} other={other} />
      )}
      {way !== null && other !== undefined && list !== null && (
        <LinkedConditions
          key={way.has.has}
          app={other}
          list={list}
          people={people}
          onChange={(next) => change({ has: way.has.has, where: whereFilter(next) }, way.not)}
        />
      )}
      {where !== undefined && list === null && <span className={classes.nothing}>{t('several')}</span>}
    </div>
  )
}

interface AnyOrWhereProps {
  where: Filter | undefined
  onChange: (has: Has, not: boolean) => void
  way: { has: Has; not: boolean }
  other: AppView
}

function AnyOrWhere({ where, onChange: change, way, other }: AnyOrWhereProps) {
  const { t } = useTranslation('links')
  return (
    <TypedSelect
      label={t('field')}
      data={[
        { value: 'any', label: t('any') },
        { value: 'where', label: t('where') },
      ]}
      value={where === undefined ? 'any' : 'where'}
      onChange={(next) =>
        next === 'any'
          ? change({ has: way.has.has }, way.not)
          : change({ has: way.has.has, where: { field: other.titleField, op: 'notEmpty' } }, way.not)
      }
    />
  )
}
