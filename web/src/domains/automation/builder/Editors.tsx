import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTenantScope } from '../../../data/scope.tsx'
import { useModelNews } from '../../../data/useHubs.ts'
import { Avatar } from '../../../ui/glyphs/Avatar.tsx'
import own from './Bar.module.css'
import { editorsQuery, leaveDraft } from './model/builder.queries.ts'

/** Who else has this draft open. Registers this window while mounted. */
export function Editors({ playbookId }: { playbookId: string }) {
  const { t } = useTranslation('builder')
  const { tenantId } = useTenantScope()
  const [seat] = useState(() => crypto.randomUUID())
  const { data: editors = [], refetch } = useQuery(editorsQuery(tenantId, playbookId, seat))
  useModelNews((news) => {
    if (news.kind === 'playbooks' && news.id === playbookId) void refetch()
  })
  useEffect(() => {
    const leave = () => void leaveDraft(tenantId, playbookId, seat)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [tenantId, playbookId, seat])
  if (editors.length === 0) return null
  return (
    <ul className={own.editors} aria-label={t('editors.label')}>
      {editors.slice(0, MAX_SHOWN).map(({ id, name, own: isOwn }) => (
        <li key={id} title={isOwn ? t('editors.own') : t('editors.one', { name })}>
          <Avatar name={name} own={isOwn} />
          <span className={own.editorName}>{isOwn ? t('editors.own') : name}</span>
        </li>
      ))}
      {editors.length > MAX_SHOWN && <li>{t('editors.more', { count: editors.length - MAX_SHOWN })}</li>}
    </ul>
  )
}

const MAX_SHOWN = 4
