import type { TokenView } from '@caseloom/contract/identity/directory'
import { ActionIcon, Button, Modal } from '@mantine/core'
import { IconApi, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { StateCard } from '../../../ui/StateCard.tsx'
import { DateTime, TimeAgo, useNow } from '../../../ui/Times.tsx'
import { toast } from '../../../ui/toast.tsx'
import { Block, Row } from './Block.tsx'
import { Confirm } from './Confirm.tsx'
import { revokeToken, tokensQuery } from './me.queries.ts'
import { NewTokenDialog } from './NewTokenDialog.tsx'
import { RowsSkeleton } from './RowsSkeleton.tsx'
import type { SectionProps } from './section.ts'
import { useAction } from './useAction.ts'
import classes from './User.module.css'

export function TokensSection({ session, accountId }: SectionProps) {
  const { t } = useTranslation('user')
  const client = useQueryClient()
  const tokens = useQuery(tokensQuery(accountId))
  const [revoking, setRevoking] = useState<TokenView | null>(null)
  const reread = () => client.invalidateQueries({ queryKey: tokensQuery(accountId).queryKey })
  const revoke = useAction({
    act: (token: TokenView) => revokeToken(accountId, token.id),
    onDone: () => {
      toast({ kind: 'success', title: t('tokens.revoked') })
      void reread()
    },
  })
  const items = tokens.data ?? []
  return (
    <Block
      title={t('tokens.title', { account: accountName(session, accountId) })}
      text={t('tokens.text')}
      action={<NewToken session={session} accountId={accountId} onMade={() => void reread()} />}
    >
      {tokens.isPending && <RowsSkeleton />}
      {tokens.isError && tokens.data === undefined && (
        <StateCard
          title={t('tokens.failed')}
          error={describeError(tokens.error)}
          onRetry={() => void tokens.refetch()}
        />
      )}
      {tokens.data !== undefined && items.length === 0 && (
        <EmptyState title={t('tokens.none')} text={t('tokens.noneText')} level={3} />
      )}
      {items.length > 0 && (
        <ul className={classes.rows} aria-label={t('nav.tokens')}>
          {items.map((token) => (
            <TokenRow key={token.id} token={token} onRevoke={() => setRevoking(token)} />
          ))}
        </ul>
      )}
      {revoking !== null && (
        <Confirm
          title={t('tokens.revokeTitle', { name: revoking.name })}
          text={t('tokens.revokeText')}
          action={t('tokens.revoke')}
          onConfirm={() => revoke.mutate(revoking)}
          onClose={() => setRevoking(null)}
        />
      )}
    </Block>
  )
}

function accountName({ accounts }: SectionProps['session'], accountId: string): string {
  return accounts.find(({ id }) => id === accountId)?.name ?? ''
}

interface NewTokenProps extends Pick<SectionProps, 'session' | 'accountId'> {
  onMade: () => void
}

/** Creates a token and shows it once. */
function NewToken({ session, accountId, onMade }: NewTokenProps) {
  const { t } = useTranslation('user')
  const [making, setMaking] = useState(false)
  const [made, setMade] = useState<string | null>(null)
  return (
    <>
      <Button
        variant="filled"
        leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
        onClick={() => setMaking(true)}
      >
        {t('tokens.new')}
      </Button>
      {making && (
        <NewTokenDialog
          session={session}
          accountId={accountId}
          onMade={(text) => {
            setMaking(false)
            setMade(text)
            onMade()
          }}
          onClose={() => setMaking(false)}
        />
      )}
      {made !== null && <MadeToken text={made} onClose={() => setMade(null)} />}
    </>
  )
}

function TokenRow({ token, onRevoke }: { token: TokenView; onRevoke: () => void }) {
  const { t } = useTranslation('user')
  return (
    <Row
      icon={<IconApi size={16} stroke={1.6} />}
      title={
        <>
          {token.name} <code className={classes.start}>{token.start}…</code>
        </>
      }
      text={<Facts token={token} />}
    >
      <ActionIcon aria-label={t('tokens.revokeOne', { name: token.name })} onClick={onRevoke}>
        <IconTrash size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Row>
  )
}

function Facts({ token }: { token: TokenView }) {
  const { t } = useTranslation('user')
  const now = useNow()
  const hasExpired = new Date(token.expiresAt).getTime() <= now
  return (
    <>
      <span title={token.scopes.join(', ')}>{t('tokens.scopes', { count: token.scopes.length })}</span> ·{' '}
      {hasExpired ? t('tokens.over') : t('tokens.ends')} <DateTime at={token.expiresAt} /> ·{' '}
      {token.lastUsedAt === null ? (
        t('neverUsed')
      ) : (
        <>
          {t('lastUsed')} <TimeAgo at={token.lastUsedAt} />
        </>
      )}
    </>
  )
}

function MadeToken({ text, onClose }: { text: string; onClose: () => void }) {
  const { t } = useTranslation('user')
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('tokens.made')}
      size={520}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <p className={classes.dialogText}>{t('tokens.madeText')}</p>
      <p className={classes.token}>
        <code aria-label={t('tokens.tokenText')}>{text}</code>
      </p>
      <footer>
        <CopyButton value={text} label={t('tokens.copy')} look="button" />
        <Button variant="filled" onClick={onClose} data-autofocus>
          {t('tokens.done')}
        </Button>
      </footer>
    </Modal>
  )
}
