// Runs before the first paint so that dark mode never flashes white; a file of its own because the CSP refuses inline scripts.
;(function () {
  var stored = null
  try {
    stored = localStorage.getItem('caseloom.colour-scheme')
  } catch (_) {}
  var dark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
