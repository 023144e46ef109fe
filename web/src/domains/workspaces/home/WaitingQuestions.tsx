import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { straight } from '../../../ui/text/bidi-isolate.ts'
import { DateTime } from '../../../ui/Times.tsx'
import { HomeRow } from './HomeRow.tsx'
import { HomeSection } from './HomeSection.tsx'
import { type ListSettings, SHOWN, waitingQuery } from './home.queries.ts'

/** Approvals and forms that the reader can answer. */
export function WaitingQuestions({ title, rows = SHOWN }: ListSettings) {
  const { t } = useTranslation('home')
  const scope = useTenantScope()
  const { ClassicContent: isOn } = scope.flags
  const query = useQuery({ ...waitingQuery(scope.tenantId, rows), enabled: isOn })
  if (!isOn) return null
  const items = query.data?.items ?? []
  const next = query.data?.next ?? null
  return (
    <HomeSection
      title={title ?? t('waiting.title')}
      query={query}
      texts={{ failed: t('waiting.failed'), empty: t('waiting.empty') }}
      isEmpty={items.length === 0}
      all={next === null ? undefined : { to: paths.inbox(scope), label: t('waiting.all') }}
    >
      {items.map((one) => (
        <HomeRow
          key={one.id}
          to={paths.question(scope, one.id)}
          title={one.title}
          sub={straight(one.playbook.title)}
        >
          {one.expiresAt !== null && (
            <span>
              {t('waiting.until')} <DateTime at={one.expiresAt} />
            </span>
          )}
        </HomeRow>
      ))}
    </HomeSection>
  )
}
