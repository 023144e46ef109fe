import type { TokenView } from '@caseloom/contract/identity/directory'
import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { describeError } from '../../../data/describe-error.ts'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { endToken, refreshDirectory } from './directory.queries.ts'

export function EndToken({ token }: { token: TokenView }) {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const { name } = token
  return (
    <>
      <ActionIcon
        size={24}
        aria-label={t('tokens.endNamed', { name })}
        title={t('tokens.end')}
        onClick={(event) => {
          event.stopPropagation()
          setAsking(true)
        }}
      >
        <IconX size={14} stroke={1.7} aria-hidden />
      </ActionIcon>
      {asking && (
        <ConfirmDialog
          title={t('tokens.endTitle', { name })}
          text={t('tokens.endText')}
          confirm={t('tokens.endConfirm', { name })}
          danger
          run={() => endToken(accountId, token.id)}
          describe={describeError}
          onClose={() => setAsking(false)}
          onDone={() => {
            toast({ kind: 'success', title: t('tokens.ended', { name }) })
            setAsking(false)
            void refreshDirectory(client, accountId)
          }}
        />
      )}
    </>
  )
}
