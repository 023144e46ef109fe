import { Button, FileButton } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../data/api-error.ts'
import { describeError } from '../../data/describe-error.ts'
import { keys } from '../../data/keys.ts'
import { paths } from '../../data/paths.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { planPackage } from './content.queries.ts'

/** Takes a package from a file to its plan; one that can’t be read says why, file by file. */
export function UploadPackage() {
  const { t } = useTranslation('content')
  const scope = useTenantScope()
  const client = useQueryClient()
  const navigate = useNavigate()
  const plan = useMutation({
    mutationFn: (file: File) => planPackage(scope.tenantId, file),
    onSuccess: (install) => {
      client.setQueryData(keys.one(scope.tenantId, 'content', install.id), install)
      void navigate({ to: paths.contentInstall(scope, install.id) })
    },
  })
  return (
    <>
      <FileButton accept=".zip" onChange={(file) => file !== null && plan.mutate(file)}>
        {(props) => (
          <Button
            {...props}
            variant="filled"
            loading={plan.isPending}
            leftSection={<IconUpload size={14} stroke={2} aria-hidden />}
          >
            {t('fromFile')}
          </Button>
        )}
      </FileButton>
      {plan.isError && <Unreadable error={plan.error} onClose={() => plan.reset()} />}
    </>
  )
}

function Unreadable({ error, onClose }: { error: Error; onClose: () => void }) {
  const { t } = useTranslation('content')
  const issues = error instanceof ApiError && error.code === 'content.unreadable' ? error.issues : []
  const faults = issues.map(({ path: [file, line], message }) => ({
    label: file === undefined || file === '' ? t('title') : t('unreadable.where', { file, line }),
    text: message,
  }))
  return (
    <Dialog title={t('unreadable.title')} size={560} onClose={onClose}>
      <ErrorSummary {...(faults.length > 0 ? { faults } : { message: describeError(error).text })} />
    </Dialog>
  )
}
