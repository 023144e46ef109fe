import { Button } from '@mantine/core'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../CopyButton.tsx'
import { Dialog } from '../dialog/Dialog.tsx'
import classes from './ExternalLink.module.css'
import { defanged, disguiseOf } from './external-link.ts'

export interface Outside {
  href: string
  text: string
}

/**
 * A link that leads out of the product, from text that anyone may have written. It has no href: no click, middle
 * click, or drag opens it before its full URL was shown.
 */
export function ExternalLink({ href, text, children }: Outside & { children?: ReactNode }) {
  const [isAsking, setIsAsking] = useState(false)
  const ask = (event: MouseEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setIsAsking(true)
  }
  return (
    <>
      <button type="button" role="link" className={classes.link} title={defanged(href)} onClick={ask}>
        {children ?? text}
      </button>
      {isAsking && <OpenLinkDialog href={href} text={text} onClose={() => setIsAsking(false)} />}
    </>
  )
}

/** Shows where a link leads; opens it in a new tab, or copies it defanged. */
export function OpenLinkDialog({ href, text, onClose }: Outside & { onClose: () => void }) {
  const { t } = useTranslation('ui')
  const disguise = disguiseOf(href, text)
  return (
    <Dialog onClose={onClose} title={t('outside.title')} size={480}>
      <div className={classes.dialog}>
        <p>{t('outside.text')}</p>
        <code className={classes.address}>{href}</code>
        {disguise !== null && (
          <p role="alert" className={classes.warning}>
            {t('outside.disguise', { shown: disguise })}
          </p>
        )}
        <footer className={classes.end}>
          <CopyButton value={defanged(href)} label={t('outside.copy')} />
          <Button onClick={onClose} data-autofocus>
            {t('cancel')}
          </Button>
          <Button
            component="a"
            href={href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            variant="filled"
            onClick={onClose}
          >
            {t('outside.open')}
          </Button>
        </footer>
      </div>
    </Dialog>
  )
}
