import type { DashboardView } from '@caseloom/contract/workspaces/workspaces'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../data/describe-error.ts'
import { paths } from '../../data/paths.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { ConfirmDialog } from '../../ui/admin/ConfirmDialog.tsx'
import { NameDialog } from './NameDialog.tsx'
import { ShareDialog } from './ShareDialog.tsx'
import type { useDraft } from './useDraft.ts'
import { refreshLists, removeDashboard } from './workspaces.queries.ts'

type Edited = ReturnType<typeof useDraft>
export type DashboardDialog = 'share' | 'rename' | 'delete' | null

interface DashboardDialogsProps {
  dashboard: DashboardView
  edited: Edited
  dialog: DashboardDialog
  onClose: () => void
}

/** The dialog that the bar of a dashboard opened. */
export function DashboardDialogs(props: DashboardDialogsProps) {
  const { dashboard, edited, dialog, onClose } = props
  const { t } = useTranslation('workspaces')
  const { name, description, sharing } = edited.draft ?? dashboard
  const unchanged = { name: dashboard.name, description: dashboard.description, range: dashboard.range }
  if (dialog === 'share')
    return (
      <ShareDialog
        name={name}
        sharing={sharing}
        onClose={onClose}
        onDone={(next) => {
          edited.save({ ...unchanged, widgets: dashboard.widgets, sharing: next })
          onClose()
        }}
      />
    )
  if (dialog === 'rename')
    return (
      <NameDialog
        title={t('dashboards.rename')}
        confirm={t('sharing.done')}
        name={name}
        description={description}
        save={async (values) => values}
        onDone={(values) => {
          edited.change({ name: values.name, description: values.description })
          onClose()
        }}
        onClose={onClose}
      />
    )
  if (dialog === 'delete')
    return <DeleteDashboard name={name} dashboard={dashboard} edited={edited} onClose={onClose} />
  return null
}

interface DeleteDashboardProps {
  name: string
  dashboard: DashboardView
  edited: Edited
  onClose: () => void
}

function DeleteDashboard({ name, dashboard, edited, onClose }: DeleteDashboardProps) {
  const { t } = useTranslation('workspaces')
  const scope = useTenantScope()
  const navigate = useNavigate()
  const client = useQueryClient()
  return (
    <ConfirmDialog
      danger
      title={t('dashboards.deleteTitle', { name })}
      text={t('dashboards.deleteText')}
      confirm={`${t('dashboards.delete')} ${name}`}
      run={() => removeDashboard(scope.tenantId, dashboard.id)}
      onDone={() => {
        edited.discard()
        void navigate({ to: paths.dashboards(scope) }).then(() => refreshLists(client, scope.tenantId))
      }}
      onClose={onClose}
      describe={describeError}
    />
  )
}
