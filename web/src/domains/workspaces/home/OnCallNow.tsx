import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { onCallQuery } from '../../../data/on-call.ts'
import { paths } from '../../../data/paths.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { Avatar } from '../../../ui/glyphs/Avatar.tsx'
import { formatDateTime } from '../../../ui/time.ts'
import { useZone } from '../../../ui/Times.tsx'
import { HomeRow } from './HomeRow.tsx'
import { HomeSection } from './HomeSection.tsx'

/** Who is on call now, by schedule; times are the reader's. */
export function OnCallNow({ title: named }: { title?: string | undefined }) {
  const { t } = useTranslation('home')
  const scope = useTenantScope()
  const zone = useZone()
  const mayRead = useMay('record:read')
  const query = useQuery({ ...onCallQuery(scope.tenantId), enabled: mayRead })
  if (!mayRead) return null
  const items = query.data?.items ?? []
  return (
    <HomeSection
      title={named ?? t('onCall.title')}
      query={query}
      texts={{ failed: t('onCall.failed'), empty: t('onCall.empty') }}
      isEmpty={items.length === 0}
      all={{ to: paths.onCall(scope), label: t('onCall.all') }}
    >
      {items.map(({ id, name, now }) => {
        const person = now.person === null ? t('onCall.none') : now.person.name || t('onCall.former')
        const time = now.until === null ? null : formatDateTime(new Date(now.until), zone)
        return (
          <HomeRow
            key={id}
            to={paths.onCall(scope)}
            search={{ schedule: id }}
            glyph={<Avatar name={now.person === null ? null : person} size={18} />}
            title={name}
            sub={time === null ? t('onCall.always', { person }) : t('onCall.now', { person, time })}
          />
        )
      })}
    </HomeSection>
  )
}
