import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './Home.module.css'
import { type HomeWidgetForm, NEW_LINK } from './home-widget-form.ts'

type Links = HomeWidgetForm['links']

interface LinkFieldsProps {
  links: Links
  onChange: (links: Links) => void
  /** Paths of what is wrong, such as `links.0.url`. */
  faults: readonly string[]
}

const MAX_LINKS = 50

export function LinkFields({ links, onChange, faults }: LinkFieldsProps) {
  const { t } = useTranslation('home')
  const set = (at: number, over: Partial<Links[number]>) =>
    onChange(links.map((link, index) => (index === at ? { ...link, ...over } : link)))
  const has = (at: number, part: string) => faults.includes(`links.${at}.${part}`)
  return (
    <>
      {links.map((link, at) => (
        // Links have no identity besides their position.
        <div key={at} className={classes.linkRow}>
          <TextInput
            label={t('pages.linkLabel', { n: at + 1 })}
            value={link.label}
            maxLength={100}
            error={has(at, 'label') ? t('pages.faults.label') : undefined}
            onChange={(event) => set(at, { label: event.currentTarget.value })}
          />
          <TextInput
            label={t('pages.linkUrl', { n: at + 1 })}
            value={link.url}
            maxLength={2_000}
            error={has(at, 'url') ? t('pages.faults.url') : undefined}
            onChange={(event) => set(at, { url: event.currentTarget.value })}
          />
          <ActionIcon
            aria-label={t('pages.removeLink', { n: at + 1 })}
            disabled={links.length === 1}
            onClick={() => onChange(links.toSpliced(at, 1))}
          >
            <IconTrash size={14} stroke={1.7} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <div>
        <Button
          disabled={links.length >= MAX_LINKS}
          leftSection={<IconPlus size={14} stroke={1.7} aria-hidden />}
          onClick={() => onChange([...links, NEW_LINK])}
        >
          {t('pages.addLink')}
        </Button>
      </div>
    </>
  )
}
