import type { ChatDraft } from '@caseloom/contract/assistant/assistant'
import { Button } from '@mantine/core'
import { IconFilter, IconReport, IconRoute } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { addressParts } from '../../data/search-params.ts'
import classes from './Cards.module.css'

const GLYPHS = { playbook: IconRoute, filter: IconFilter, report: IconReport }

/** Opens a draft; it is saved only in the editor it opens in. */
export function DraftCard({ draft }: { draft: ChatDraft }) {
  const { t } = useTranslation('hero')
  const Glyph = GLYPHS[draft.kind]
  return (
    <article className={classes.card} aria-label={draft.title}>
      <header className={classes.cardHead}>
        <span className={classes.cardGlyph}>
          <Glyph size={16} stroke={1.6} aria-hidden />
        </span>
        <div className={classes.cardName}>
          <h3 dir="auto">{draft.title}</h3>
          <p className={classes.hint}>{t(`draft.${draft.kind}`)}</p>
        </div>
      </header>
      <p className={classes.cardText}>{t('draft.hint')}</p>
      {draft.to.startsWith('/account/') && (
        <Button renderRoot={(own) => <Link {...own} {...addressParts(draft.to)} />}>{t('draft.open')}</Button>
      )}
    </article>
  )
}
