import type { AppView } from '@caseloom/contract/apps'
import type { RecordView } from '@caseloom/contract/records'
import { ActionIcon, Button, Menu, Modal } from '@mantine/core'
import { IconDots, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../data/describe-error.ts'
import { keys } from '../../data/keys.ts'
import { paths } from '../../data/paths.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import classes from './Records.module.css'
import { remove } from './records.queries.ts'

/** The overflow menu of a record with Delete, which asks again and names what goes. */
export function DeleteRecord({ app, record, title }: { app: AppView; record: RecordView; title: string }) {
  const { t } = useTranslation('records')
  const scope = useTenantScope()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const id = record.trackingId
  const mutation = useMutation({
    mutationFn: () => remove({ tenantId: scope.tenantId, appId: app.id, recordId: record.id }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: keys.list(scope.tenantId, 'records', app.id) })
      void navigate({ to: paths.recordList(scope, app.id), ignoreBlocker: true })
    },
  })
  if (!record.can.delete) return null
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t('page.more')}>
            <IconDots size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconTrash size={16} stroke={1.6} aria-hidden />}
            onClick={() => setAsking(true)}
          >
            {t('page.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('page.deleteTitle', { id })}
        size={420}
      >
        <p className={classes.dialogText}>{t('page.deleteText', { title })}</p>
        {mutation.isError && <ErrorSummary message={describeError(mutation.error).text} />}
        <div className={classes.dialogEnd}>
          <Button onClick={() => setAsking(false)} data-autofocus>
            {t('page.cancel')}
          </Button>
          <Button variant="filled" color="red" loading={mutation.isPending} onClick={() => mutation.mutate()}>
            {t('page.deleteConfirm', { id })}
          </Button>
        </div>
      </Modal>
    </>
  )
}
