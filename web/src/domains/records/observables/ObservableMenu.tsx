import { type Observable, TLP } from '@caseloom/contract/values/case-fields'
import { Menu, Portal } from '@mantine/core'
import { IconArrowRight, IconCheck, IconCopy, IconEye, IconFlag, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Kbd } from '../../../ui/Kbd.tsx'
import type { useObservables } from '../case/useObservables.ts'
import type { ListedObservable } from './observable-list.ts'
import classes from './Observables.module.css'
import { useCopy } from './useCopy.ts'

export interface OpenMenu {
  one: ListedObservable
  /** The button of the row: the menu opens there, and the focus returns to it. */
  anchor: HTMLElement
}

interface ObservableMenuProps extends OpenMenu {
  /** Null for those who can't edit the record. */
  saving: ReturnType<typeof useObservables> | null
  onOpen: () => void
  onClose: () => void
  /** What else can be done with it. */
  children?: ReactNode
}

const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const

/** The menu of one row. */
export function ObservableMenu({ one, anchor, saving, onOpen, onClose, children }: ObservableMenuProps) {
  const { t } = useTranslation('observables')
  const copy = useCopy()
  const { right, bottom } = anchor.getBoundingClientRect()
  const dismiss = () => {
    onClose()
    anchor.focus({ preventScroll: true })
  }
  return (
    <Portal>
      <Menu
        position="bottom-end"
        width={240}
        opened
        onDismiss={dismiss}
        onClose={onClose}
        returnFocus={false}
        trapFocus
      >
        <Menu.Target>
          <span className={classes.anchor} style={{ left: right, top: bottom }} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconArrowRight {...icon} />}
            rightSection={<Kbd keys="O" />}
            onClick={onOpen}
          >
            {t('open')}
          </Menu.Item>
          {children}
          <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => copy.value(one)}>
            {t('copyValue')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconCopy {...icon} />}
            rightSection={<Kbd keys="Y" />}
            onClick={() => copy.defanged([one])}
          >
            {t('copyDefanged')}
          </Menu.Item>
          {saving !== null && <Changes one={one} saving={saving} />}
        </Menu.Dropdown>
      </Menu>
    </Portal>
  )
}

function Changes({ one, saving }: { one: ListedObservable; saving: ReturnType<typeof useObservables> }) {
  const { t } = useTranslation('observables')
  const change = (set: Partial<Observable>) =>
    saving.change((list) => list.map((other) => (other.id === one.id ? { ...other, ...set } : other)))
  return (
    <>
      <Menu.Divider />
      <Menu.Item leftSection={<IconFlag {...icon} />} onClick={() => change({ ioc: !one.ioc })}>
        {t(one.ioc ? 'unmarkIoc' : 'markIoc')}
      </Menu.Item>
      <Menu.Item leftSection={<IconEye {...icon} />} onClick={() => change({ sighted: !one.sighted })}>
        {t(one.sighted ? 'unmarkSighted' : 'markSighted')}
      </Menu.Item>
      <Menu.Label>{t('tlpOf')}</Menu.Label>
      {TLP.map((tlp) => (
        <Menu.Item
          key={tlp}
          role="menuitemradio"
          aria-checked={one.tlp === tlp}
          leftSection={one.tlp === tlp ? <IconCheck {...icon} /> : <span className={classes.noIcon} />}
          onClick={() => change({ tlp })}
        >
          {`TLP:${tlp.toUpperCase()}`}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item
        color="red"
        leftSection={<IconTrash {...icon} />}
        onClick={() => saving.change((list) => list.filter((other) => other.id !== one.id))}
      >
        {t('remove')}
      </Menu.Item>
    </>
  )
}
