import type { ContentItem } from '@caseloom/contract/content/packages'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../data/describe-error.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { differencesQuery } from './content.queries.ts'
import classes from './Content.module.css'

const MAX_CHARACTERS = 400

/** What an import changes in one definition, place by place. */
export function ItemDifferences({ installId, item }: { installId: string; item: ContentItem }) {
  const { t } = useTranslation('content')
  const { tenantId } = useTenantScope()
  const { kind, key, title } = item
  const query = useQuery(differencesQuery(tenantId, installId, { kind, key }))
  if (query.data === undefined)
    return query.isError ? (
      <ErrorSummary message={`${t('plan.diffFailed')}. ${describeError(query.error).text}`} />
    ) : (
      <Loader size="xs" />
    )
  const { differences, more } = query.data
  if (differences.length === 0) return <p className={classes.note}>{t('plan.noDifferences')}</p>
  return (
    <>
      <table className={classes.diff} aria-label={t('plan.differences', { title })}>
        <thead>
          <tr>
            <th scope="col">{t('plan.place')}</th>
            <th scope="col">{t('plan.here')}</th>
            <th scope="col">{t('plan.next')}</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ place, here, next }) => (
            <tr key={place}>
              <th scope="row">
                <code>{place}</code>
              </th>
              <td>
                <code>{textOf(here)}</code>
              </td>
              <td className={classes.next}>
                <code>{textOf(next)}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more && <p className={classes.note}>{t('plan.more')}</p>}
    </>
  )
}

function textOf(value: JsonValue): string {
  if (value === null) return '–'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text
}
