import type { AppView } from '@caseloom/contract/apps/apps'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { Condition, Filter } from '@caseloom/contract/values/filter'
import { useQueries } from '@tanstack/react-query'
import { webType } from '../../field-types/registry.ts'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../data/describe-error.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { DockPanel } from '../../ui/admin/DockPanel.tsx'
import { filterSubjects } from '../../field-types/parts/filter-choices.ts'
import { formatCount } from '../../ui/time.ts'
import { flatConditions } from '../../field-types/parts/flat-conditions.ts'
import { filterOf, withFilter } from './model/list-search.ts'
import type { ListState } from './model/list-state.ts'
import { facetsQuery } from './model/records.queries.ts'
import classes from './Facets.module.css'

interface FacetsProps {
  app: AppView
  state: ListState
  onState: (next: ListState) => void
  onClose: () => void
}

const MAX_FIELDS = 8

/** Values of the records found, with counts; selecting one narrows the list. */
export function Facets({ app, state, onState, onClose }: FacetsProps) {
  const { t } = useTranslation('records')
  const { t: say } = useTranslation('fields')
  const { tenantId } = useTenantScope()
  const filter = filterOf(state)
  const asked = {
    ...(filter === null ? {} : { filter }),
    ...(state.q === undefined ? {} : { text: state.q }),
  }
  const { quick, slow } = facetFields(app)
  // Indexes answer the first ones immediately; the others read the records themselves and must not block.
  const queries = useQueries({
    queries: [quick, slow].map((fields) => facetsQuery(tenantId, app.id, { ...asked, fields })),
  })
  const subjects = filterSubjects(app, say)
  const facets = queries.flatMap(({ data, isPlaceholderData: isOld }) =>
    (data ?? []).map((facet) => ({ facet, isOld })),
  )
  const failed = queries.find(({ isError }) => isError)
  const labels = new Map(subjects.map((subject) => [subject.key, subject.label]))
  return (
    <DockPanel title={t('facets.title')} onClose={onClose}>
      {failed?.error && <p className={classes.quiet}>{describeError(failed.error).title}</p>}
      {facets.map(({ facet, isOld }) => (
        <section key={facet.field} className={classes.facet} aria-busy={isOld || undefined}>
          <h3 className={classes.title}>{labels.get(facet.field) ?? facet.field}</h3>
          {facet.values.length === 0 && <p className={classes.quiet}>{t('facets.none')}</p>}
          <ul>
            {facet.values.map(({ value, label, count, filter: condition }) => {
              const on = holds(filter, condition)
              const words = value === null ? t('facets.empty') : label
              return (
                <li key={value ?? ''}>
                  <button
                    type="button"
                    className={classes.value}
                    aria-pressed={on}
                    onClick={() => onState(withFilter(state, toggled(filter, condition, on)))}
                  >
                    <span className={classes.label}>{words}</span>
                    <span className={classes.count}>{formatCount(count)}</span>
                  </button>
                </li>
              )
            })}
          </ul>
          {facet.others > 0 && <p className={classes.quiet}>{t('facets.others', { count: facet.others })}</p>}
        </section>
      ))}
    </DockPanel>
  )
}

/** States and people, those of the list first; then fields with several values, and who created the records. */
function facetFields(app: AppView): { quick: string[]; slow: string[] } {
  const rank = ({ key }: Field) => (app.listColumns.includes(key) ? app.listColumns.indexOf(key) : Infinity)
  const fields = app.fields
    .filter((field) => webType(field).filter.menu === true)
    .toSorted((a, b) => rank(a) - rank(b) || 0)
    .slice(0, MAX_FIELDS - 1)
  const isSlow = (field: Field) => 'multiple' in field && field.multiple
  const keysOf = (some: readonly Field[]) => some.map(({ key }) => key)
  return {
    quick: keysOf(fields.filter((field) => !isSlow(field))),
    slow: [...keysOf(fields.filter(isSlow)), 'created_by'],
  }
}

function holds(filter: Filter | null, condition: Filter): boolean {
  const text = JSON.stringify(condition)
  return (flatConditions(filter) ?? []).some((one) => JSON.stringify(one) === text)
}

function toggled(filter: Filter | null, condition: Filter, on: boolean): Filter | null {
  const text = JSON.stringify(condition)
  const flat: Condition[] | null = flatConditions(filter)
  if (flat === null) return filter === null ? condition : { all: [filter, condition] }
  return { all: on ? flat.filter((one) => JSON.stringify(one) !== text) : [...flat, condition] }
}
