import type { AppView } from '@caseloom/contract/apps'
import type { Condition, Filter } from '@caseloom/contract/filter'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../data/describe-error.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { DockPanel } from '../../ui/admin/DockPanel.tsx'
import { filterSubjects } from '../../ui/fields/filter-choices.ts'
import { formatCount } from '../../ui/time.ts'
import { flatConditions } from '../../ui/fields/flat-conditions.ts'
import { filterOf, withFilter } from './list-search.ts'
import type { ListState } from './list-state.ts'
import { facetsQuery } from './records.queries.ts'
import classes from './Facets.module.css'

interface FacetsProps {
  app: AppView
  state: ListState
  onState: (next: ListState) => void
  onClose: () => void
}

const MOST_FIELDS = 8
const FACETED: ReadonlySet<string> = new Set(['selection', 'user', 'group'])

/** The values of the records found, with how many have each; a press narrows the list to one, or widens it again. */
export function Facets({ app, state, onState, onClose }: FacetsProps) {
  const { t } = useTranslation('records')
  const { t: say } = useTranslation('fields')
  const { tenantId } = useTenantScope()
  const fields = facetFields(app)
  const filter = filterOf(state)
  const query = useQuery(
    facetsQuery(tenantId, app.id, {
      fields,
      ...(filter === null ? {} : { filter }),
      ...(state.q === undefined ? {} : { text: state.q }),
    }),
  )
  const subjects = filterSubjects(app, say)
  const labels = new Map(subjects.map((subject) => [subject.key, subject.label]))
  return (
    <DockPanel title={t('facets.title')} onClose={onClose}>
      {query.isError && <p className={classes.quiet}>{describeError(query.error).title}</p>}
      {query.data?.map((facet) => (
        <section key={facet.field} className={classes.facet} aria-busy={query.isPlaceholderData || undefined}>
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

/** States and people first, as in the list; then who made the records. */
function facetFields(app: AppView): string[] {
  const fields = app.fields.filter((field) => FACETED.has(field.type)).map((field) => field.key)
  const listed = app.listColumns.filter((key) => fields.includes(key))
  const others = fields.filter((key) => !listed.includes(key))
  return [...[...listed, ...others].slice(0, MOST_FIELDS - 1), 'created_by']
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
