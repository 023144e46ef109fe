import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../data/paths.ts'
import { refetchAfterCurrent } from '../../../data/refetch-after-current.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { useModelNews } from '../../../data/useHubs.ts'
import { straight } from '../../../ui/text/bidi-isolate.ts'
import { ShapeGlyph } from '../../../ui/glyphs/State.tsx'
import { formatCount } from '../../../ui/time.ts'
import { TimeAgo } from '../../../ui/Times.tsx'
import { HomeRow } from './HomeRow.tsx'
import { HomeSection } from './HomeSection.tsx'
import { failedRunsQuery, type ListSettings, SHOWN } from './home.queries.ts'

/** Runs that started in the last day and failed, as the list of runs shows them. */
export function FailedRuns({ title, rows = SHOWN }: ListSettings) {
  const { t } = useTranslation('home')
  const scope = useTenantScope()
  const client = useQueryClient()
  const mayRead = useMay('run:read') && scope.flags.ClassicContent
  const options = failedRunsQuery(scope.tenantId, rows)
  const query = useQuery({ ...options, enabled: mayRead })
  useModelNews(({ kind, tenantId }) => {
    if (mayRead && kind === 'runs' && tenantId === scope.tenantId)
      void refetchAfterCurrent(client, { queryKey: options.queryKey })
  })
  if (!mayRead) return null
  const items = query.data?.items ?? []
  return (
    <HomeSection
      title={title ?? t('runs.title')}
      note={t('runs.since')}
      query={query}
      texts={{ failed: t('runs.failed'), empty: t('runs.empty') }}
      isEmpty={items.length === 0}
      all={
        items.length === 0
          ? undefined
          : { to: paths.runs(scope), search: { state: 'failed', period: 'day' }, label: t('runs.all') }
      }
    >
      {items.map(({ id, number, playbook, startedAt, error }) => (
        <HomeRow
          key={id}
          to={paths.run(scope, id)}
          glyph={<ShapeGlyph shape="cross" hue="red" />}
          id={t('runs.run', { number: formatCount(number) })}
          title={playbook.title}
          sub={error === null ? undefined : straight(error.message)}
        >
          <TimeAgo at={startedAt} />
        </HomeRow>
      ))}
    </HomeSection>
  )
}
