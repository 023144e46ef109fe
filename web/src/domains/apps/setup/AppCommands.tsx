import type { AppView } from '@caseloom/contract/apps/apps'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { archiveApp, keepApp } from '../model/apps.queries.ts'
import { CopyAppDialog } from './CopyAppDialog.tsx'
import { DeleteAppDialog } from '../model/DeleteAppDialog.tsx'

export type AppCommand = 'copy' | 'archive' | 'delete'

interface Commands {
  current: AppCommand | null
  begin: (command: AppCommand) => void
  end: () => void
}

/** What of the commands on an app is asked for at the moment. */
export function useAppCommands(): Commands {
  const [current, setCurrent] = useState<AppCommand | null>(null)
  return { current, begin: setCurrent, end: () => setCurrent(null) }
}

interface AppCommandsProps {
  app: AppView
  commands: Commands
  /** After the app was archived or deleted. */
  onGone?: () => void
  /** After a copy was created. */
  onCopied?: (copy: AppView) => void
}

/** The dialogs of the commands on an app. */
export function AppCommands({ app, commands, onGone, onCopied }: AppCommandsProps) {
  const { current, end } = commands
  const gone = () => {
    end()
    onGone?.()
  }
  if (current === 'delete') return <DeleteAppDialog app={app} onDone={gone} onClose={end} />
  if (current === 'archive') return <ArchiveAppDialog app={app} onDone={gone} onClose={end} />
  if (current === null) return null
  return (
    <CopyAppDialog
      app={app}
      onDone={(copy) => {
        end()
        onCopied?.(copy)
      }}
      onClose={end}
    />
  )
}

interface ArchiveAppDialogProps {
  app: AppView
  onDone: () => void
  onClose: () => void
}

function ArchiveAppDialog({ app, onDone, onClose }: ArchiveAppDialogProps) {
  const { t } = useTranslation('apps')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const { name } = app
  return (
    <ConfirmDialog
      title={t('archive.title', { name })}
      text={t('archive.text')}
      confirm={t('archive.action')}
      run={() => archiveApp(tenantId, app.id)}
      onDone={(archived) => {
        toast({ kind: 'success', title: t('archive.done', { name }) })
        keepApp(client, tenantId, archived)
        onDone()
      }}
      onClose={onClose}
      describe={describeError}
    />
  )
}
