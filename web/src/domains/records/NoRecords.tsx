import type { AppView } from '@caseloom/contract/apps/apps'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../data/paths.ts'
import { useMay, useTenantScope } from '../../data/scope.tsx'
import { EmptyState, StartCard } from '../../ui/EmptyState.tsx'

/** Shown while a list has never had a record. */
export function NoRecords({ app }: { app: AppView }) {
  const { t } = useTranslation('records')
  const scope = useTenantScope()
  const navigate = useNavigate()
  const mayConnect = useMay('playbook:build') && scope.flags.ClassicContent
  return (
    <EmptyState title={t('empty.title')} text={t('empty.text')}>
      {app.can.createRecord && (
        <StartCard
          icon={<IconPlus size={16} stroke={1.6} aria-hidden />}
          title={t('empty.create')}
          text={t('empty.createText')}
          onClick={() => void navigate({ to: paths.newRecord(scope, app.id) })}
        />
      )}
      {mayConnect && (
        <StartCard
          icon={<IconWebhook size={16} stroke={1.6} aria-hidden />}
          title={t('empty.playbook')}
          text={t('empty.playbookText')}
          onClick={() => void navigate({ to: paths.connect(scope) })}
        />
      )}
    </EmptyState>
  )
}
