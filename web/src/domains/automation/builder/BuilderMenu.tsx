import type { JsonObject } from '@caseloom/contract/kernel/json'
import { printDocument } from '@caseloom/playbook/document-text'
import { ActionIcon, Menu } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { saveFile } from '../../../data/files.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { playbooksQuery } from '../shared/automation.queries.ts'
import { useBuilder } from './model/builder-context.ts'
import { makePlaybook, playbookUsesQuery, refreshPlaybooks, removePlaybook } from './model/builder.queries.ts'
import { DocumentDialog } from './DocumentDialog.tsx'
import { copyOfPlaybook } from './model/new-playbook.ts'
import { isStored } from './model/useDraft.ts'

export function BuilderMenu({ onSettings }: { onSettings: (() => void) | null }) {
  const { t } = useTranslation('builder')
  const { playbook, document: draft, readOnly } = useBuilder()
  const mayChange = isStored(playbook) && !readOnly
  const [asked, setAsked] = useState<'import' | 'delete' | null>(null)
  const duplicate = useDuplicate()
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t('bar.more')} title={t('bar.more')}>
            <IconDots size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {onSettings !== null && <Menu.Item onClick={onSettings}>{t('bar.settings')}</Menu.Item>}
          {mayChange && <Menu.Item onClick={() => duplicate.mutate()}>{t('bar.duplicate')}</Menu.Item>}
          <Menu.Item onClick={() => saveDocument(draft, playbook.key, 'yaml')}>
            {t('bar.exportYaml')}
          </Menu.Item>
          <Menu.Item onClick={() => saveDocument(draft, playbook.key, 'json')}>
            {t('bar.exportJson')}
          </Menu.Item>
          {!readOnly && <Menu.Item onClick={() => setAsked('import')}>{t('bar.import')}</Menu.Item>}
          {mayChange && (
            <>
              <Menu.Divider />
              <Menu.Item color="red" onClick={() => setAsked('delete')}>
                {t('bar.delete')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {asked === 'import' && <ImportDocument onClose={() => setAsked(null)} />}
      {asked === 'delete' && <DeletePlaybook onClose={() => setAsked(null)} />}
    </>
  )
}

/** Makes a playbook with the same steps and opens it. */
function useDuplicate() {
  const { t } = useTranslation('builder')
  const scope = useTenantScope()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { playbook, document: draft } = useBuilder()
  return useMutation({
    mutationFn: async () => {
      const all = await client.fetchQuery(playbooksQuery(scope.tenantId))
      const taken = new Set(all.map(({ key }) => key))
      return makePlaybook(
        scope.tenantId,
        copyOfPlaybook(draft, taken, t('new.copyOf', { title: playbook.title })),
      )
    },
    onSuccess: async (made) => {
      await refreshPlaybooks(client, scope.tenantId)
      await navigate({ to: paths.playbook(scope, made.id) })
    },
    onError: (error) => toast({ kind: 'error', title: t('new.failed'), text: describeError(error).text }),
  })
}

function ImportDocument({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('builder')
  const { playbook, edit } = useBuilder()
  return (
    <DocumentDialog
      title={t('import.title')}
      text={t('import.text')}
      confirm={t('import.confirm')}
      onRead={(document) => {
        // A published playbook keeps its key.
        edit(t('undo.import'), (before) => ({
          ...document,
          playbook: before['playbook'] ?? playbook.key,
        }))
        onClose()
        return Promise.resolve()
      }}
      onClose={onClose}
    />
  )
}

function DeletePlaybook({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('builder')
  const scope = useTenantScope()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { playbook } = useBuilder()
  return (
    <ConfirmDialog
      title={t('remove.title', { title: playbook.title })}
      text={<RemoveText />}
      confirm={t('remove.confirm', { title: playbook.title })}
      danger
      run={() => removePlaybook(scope.tenantId, playbook.id)}
      onDone={() => {
        void refreshPlaybooks(client, scope.tenantId)
        void navigate({ to: paths.orchestration(scope) })
      }}
      onClose={onClose}
      describe={describeError}
    />
  )
}

function RemoveText() {
  const { t } = useTranslation('builder')
  const { tenantId } = useTenantScope()
  const { playbook } = useBuilder()
  const { data = [] } = useQuery(playbookUsesQuery(tenantId, playbook.id))
  return (
    <>
      <p>{t('remove.text')}</p>
      {data.length > 0 && (
        <p>{t('remove.used', { count: data.length, titles: data.map(({ title }) => title).join(', ') })}</p>
      )}
    </>
  )
}

function saveDocument(document: JsonObject, name: string, form: 'yaml' | 'json'): void {
  const text = form === 'yaml' ? printDocument(document) : `${JSON.stringify(document, null, 2)}\n`
  const type = form === 'yaml' ? 'application/yaml' : 'application/json'
  saveFile({ blob: new Blob([text], { type }), name: `${name}.${form}` }, `${name}.${form}`)
}
