import classes from './Kbd.module.css'

/** A key hint such as `C` or `⌘K`. Rendered by CSS: inside a named control it must not become part of the name. */
export function Kbd({ keys, onAccent = false }: { keys: string; onAccent?: boolean }) {
  return <kbd className={classes.kbd} data-keys={keys} data-on-accent={onAccent || undefined} aria-hidden />
}
