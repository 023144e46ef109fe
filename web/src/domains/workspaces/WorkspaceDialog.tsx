import type { WorkspaceView } from '@caseloom/contract/workspaces'
import { MultiSelect, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../data/api-error.ts'
import { appsQuery } from '../../data/apps.ts'
import { describeError } from '../../data/describe-error.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import classes from './Dashboards.module.css'
import { addWorkspace, changeWorkspace, dashboardsQuery, refreshLists } from './workspaces.queries.ts'

export function WorkspaceDialog(props: { workspace?: WorkspaceView; onClose: () => void }) {
  const { workspace, onClose } = props
  const { t } = useTranslation('workspaces')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const allApps = useQuery(appsQuery(tenantId)).data ?? []
  const allDashboards = useQuery(dashboardsQuery(tenantId)).data ?? []
  const [name, setName] = useState(workspace?.name ?? '')
  const [description, setDescription] = useState(workspace?.description ?? '')
  const [apps, setApps] = useState<string[]>(workspace?.apps ?? [])
  const [dashboards, setDashboards] = useState<string[]>(workspace?.dashboards.map(({ id }) => id) ?? [])
  const mutation = useMutation({
    mutationFn: () => {
      const body = { name, description, apps, dashboards }
      if (workspace === undefined) return addWorkspace(tenantId, body)
      const { icon, sharing, revision } = workspace
      return changeWorkspace(tenantId, workspace.id, { ...body, icon, sharing, revision })
    },
    onSuccess: () => {
      refreshLists(client, tenantId)
      onClose()
    },
  })
  const isTaken = hasCode(mutation.error, 'name.taken')
  const failure = mutation.isError && !isTaken ? describeError(mutation.error) : null
  return (
    <Dialog
      onClose={onClose}
      title={workspace === undefined ? t('workspaces.new') : t('workspaces.edit', { name: workspace.name })}
      size={480}
    >
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '' && !mutation.isPending) mutation.mutate()
        }}
      >
        <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
        <TextInput
          label={t('name')}
          value={name}
          maxLength={100}
          required
          data-autofocus
          error={isTaken ? t('workspaces.taken') : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Textarea
          label={t('description')}
          value={description}
          maxLength={1000}
          autosize
          minRows={2}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <MultiSelect
          label={t('workspaces.apps')}
          data={allApps.map((app) => ({ value: String(app.id), label: app.name }))}
          value={apps}
          searchable
          onChange={setApps}
        />
        <MultiSelect
          label={t('workspaces.dashboards')}
          data={allDashboards.map((one) => ({ value: String(one.id), label: one.name }))}
          value={dashboards}
          searchable
          onChange={setDashboards}
        />
        <DialogActions
          onCancel={onClose}
          confirm={t(workspace === undefined ? 'workspaces.add' : 'save')}
          loading={mutation.isPending}
          disabled={name.trim() === ''}
        />
      </form>
    </Dialog>
  )
}
