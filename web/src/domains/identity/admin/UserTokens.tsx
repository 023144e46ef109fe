import type { UserView } from '@caseloom/contract/identity/directory'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { describeError } from '../../../data/describe-error.ts'
import { PanelSection } from '../../../ui/admin/DockPanel.tsx'
import classes from '../../../ui/admin/Settings.module.css'
import { StateCard } from '../../../ui/StateCard.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { DateTime } from '../../../ui/Times.tsx'
import { tokensQuery } from './directory.queries.ts'
import { EndToken } from './EndToken.tsx'
import { TokenDialog } from './TokenDialog.tsx'
import { tokensEn } from './tokens.en.ts'

addTexts('admin', tokensEn)

export function UserTokens({ user }: { user: UserView }) {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const query = useQuery(tokensQuery(accountId))
  const [adding, setAdding] = useState(false)
  const tokens = query.data?.filter((token) => token.userId === user.id)
  return (
    <PanelSection
      title={t('user.tokens')}
      end={
        <Button leftSection={<IconPlus size={14} stroke={2} aria-hidden />} onClick={() => setAdding(true)}>
          {t('tokens.add')}
        </Button>
      }
    >
      {query.isError && (
        <StateCard
          title={t('tokens.failed')}
          error={describeError(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {tokens?.length === 0 && <p className={classes.quiet}>{t('tokens.noneHere')}</p>}
      <ul className={classes.items}>
        {tokens?.map((token) => (
          <li key={token.id} className={classes.item}>
            <span className={classes.itemMain}>
              <span className={classes.cut}>{token.name}</span>
              <code className={classes.mono}>{token.start}…</code>
              <span className={classes.personMail}>
                {t('tokens.until')} <DateTime at={token.expiresAt} />
              </span>
            </span>
            <EndToken token={token} />
          </li>
        ))}
      </ul>
      {adding && <TokenDialog user={user} onClose={() => setAdding(false)} />}
    </PanelSection>
  )
}
