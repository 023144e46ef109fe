import { ActionIcon, Popover } from '@mantine/core'
import { IconBracesOff, IconChevronDown, IconChevronRight, IconPlus, IconVariable } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Expression.module.css'
import type { KnownName } from './known-name.ts'
import { glimpse } from './shape.ts'

interface ReferenceMenuProps {
  label: string
  names: readonly KnownName[]
  onPick: (path: string) => void
}

export function ReferenceMenu({ label, names: known, onPick }: ReferenceMenuProps) {
  const { t } = useTranslation()
  const names = known.filter(({ isAlias }) => isAlias !== true)
  const [isOpen, setOpen] = useState(false)
  const first = names.find(({ isGroup }) => isGroup)
  const title = t('reference.insert', { field: label })
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={320} trapFocus shadow="md">
      <Popover.Target>
        <ActionIcon size={24} aria-label={title} title={title} onClick={() => setOpen((open) => !open)}>
          <IconVariable size={14} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={4} aria-label={title}>
        <ul className={classes.tree} aria-label={t('reference.tree')}>
          {names.map((name) => (
            <Branch
              key={name.path}
              name={name}
              depth={0}
              isFirst={name === first}
              onPick={(path) => {
                setOpen(false)
                onPick(path)
              }}
            />
          ))}
        </ul>
        {names.length === 0 && (
          <p className={classes.treeEmpty}>
            <IconBracesOff size={14} stroke={1.7} aria-hidden /> {t('reference.none')}
          </p>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

interface BranchProps {
  name: KnownName
  depth: number
  /** Expanded at first. */
  isFirst?: boolean
  onPick: (path: string) => void
}

function Branch({ name, depth, isFirst = false, onPick }: BranchProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(isFirst)
  const isNested = name.type === 'object' || name.type === 'list' || name.type === 'any'
  const mayOpen = isNested && name.typeLabel === undefined
  const parts = isOpen ? name.parts() : []
  // A name with parts expands; the button at its end inserts it.
  const isBranch = mayOpen && (isOpen ? parts : name.parts()).length > 0
  const isGroup = name.isGroup === true
  const title = isOpen ? t('reference.close', { name: name.name }) : t('reference.open', { name: name.name })
  return (
    <li>
      <BranchRow
        depth={depth}
        mayOpen={mayOpen}
        isOpen={isOpen}
        title={title}
        setOpen={setOpen}
        name={name}
        isGroup={isGroup}
        isBranch={isBranch}
        onPick={onPick}
      />
      {parts.length > 0 && (
        <ul className={classes.tree}>
          {parts.map((part) => (
            <Branch key={part.path} name={part} depth={depth + 1} onPick={onPick} />
          ))}
        </ul>
      )}
    </li>
  )
}

interface BranchRowProps {
  depth: number
  mayOpen: boolean
  isOpen: boolean
  title: string
  setOpen: (next: boolean) => void
  name: KnownName
  isGroup: boolean
  isBranch: boolean
  onPick: (path: string) => void
}

function BranchRow({
  depth,
  mayOpen,
  isOpen,
  title,
  setOpen,
  name,
  isGroup,
  isBranch,
  onPick,
}: BranchRowProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.branch} style={{ paddingInlineStart: depth * 14 }}>
      {mayOpen ? (
        <BranchTwist isOpen={isOpen} title={title} setOpen={setOpen} />
      ) : (
        <span className={classes.twist} />
      )}
      <button
        type="button"
        className={classes.pick}
        title={name.help ?? name.path}
        onClick={() => (isGroup || isBranch ? setOpen(!isOpen) : onPick(name.path))}
      >
        <span className={classes.pickName}>{name.name}</span>
        <span className={classes.pickSample}>
          {isGroup ? (name.help ?? '') : (name.label ?? glimpse(name.sample))}
        </span>
        <span className={classes.pickType}>
          {name.typeLabel ?? (isGroup || name.type === 'any' ? '' : name.type)}
        </span>
      </button>
      {isBranch && !isGroup && (
        <button
          type="button"
          className={classes.twist}
          aria-label={t('reference.whole', { name: name.name })}
          title={t('reference.whole', { name: name.name })}
          onClick={() => onPick(name.path)}
        >
          <IconPlus size={12} aria-hidden />
        </button>
      )}
    </div>
  )
}

interface BranchTwistProps {
  isOpen: boolean
  title: string
  setOpen: (next: boolean) => void
}

function BranchTwist({ isOpen, title, setOpen }: BranchTwistProps) {
  return (
    <button
      type="button"
      className={classes.twist}
      aria-expanded={isOpen}
      aria-label={title}
      onClick={() => setOpen(!isOpen)}
    >
      {isOpen ? <IconChevronDown size={12} aria-hidden /> : <IconChevronRight size={12} aria-hidden />}
    </button>
  )
}
