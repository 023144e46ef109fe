/** Domains of countries (ISO 3166 and the few beside it), two letters each. */
const COUNTRIES =
  'ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw ' +
  'by bz ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et ' +
  'eu fi fj fk fm fo fr ga gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie ' +
  'il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ' +
  'ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr ' +
  'nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sk sl ' +
  'sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz ' +
  'va vc ve vg vi vn vu wf ws ye yt za zm zw'

/** Common domains of other kinds; rarer ones count where they are written with a scheme or defanged. */
const GENERIC =
  'com net org edu gov mil int arpa info biz name pro mobi asia cat coop jobs tel travel aero museum post xxx ' +
  'academy agency app art bar best bet bid blog buzz cafe cam camp capital care cars cash casino center cfd chat church city claims ' +
  'click clinic cloud club codes coffee community company computer construction consulting cool country credit cyou date deals delivery ' +
  'design dev digital direct directory discount doctor download education email energy engineer enterprises events exchange expert express ' +
  'faith family fans farm fashion film finance financial fish fit flights fun fund fyi gallery games gift global gmbh gold golf goog google ' +
  'graphics green group guide guru health help homes host hosting house icu immo inc ink institute insure international investments kim land ' +
  'law legal lgbt life limited link live llc loan loans lol love ltd management market marketing media men microsoft moe mom money monster movie ' +
  'network news ninja nyc one online onion ooo page partners party photo photos pics pink pizza plus porn press productions promo properties pub qpon ' +
  'quest racing realty red rent repair report rest restaurant review reviews rip rocks run sale sbs school science security services sexy shop shopping ' +
  'show site skin social software solar solutions space store stream studio style sucks supplies support surf systems tax team tech technology ' +
  'test theater tips tires today tokyo tools top tours town toys trade trading training university uno vacations vegas ventures video villas vip ' +
  'vision vote watch webcam website wedding wiki win wine work works world wtf xyz yachts yoga zone example invalid local localhost internal lan corp home'

const TOP_LEVEL: ReadonlySet<string> = new Set(`${COUNTRIES} ${GENERIC}`.split(' '))

/** True for the last label of a name that the Internet, or a network of its own, commonly has. */
export function isTopLevelDomain(label: string): boolean {
  return TOP_LEVEL.has(label.toLowerCase()) || /^xn--/i.test(label)
}

/** Endings of files, also where they are a country's domain: install.sh in a text is usually a script. */
const EXTENSIONS: ReadonlySet<string> = new Set(
  (
    'exe dll sys scr cpl msi msp bat cmd ps1 psm1 vbs vbe js jse wsf wsh hta lnk url jar class py pyc pl rb sh elf bin so dylib ' +
    'doc docx docm dot dotm xls xlsx xlsm xlsb xll ppt pptx pptm rtf pdf odt ods one onepkg pub csv txt log eml msg ics ' +
    'zip rar 7z gz tar tgz bz2 xz cab iso img vhd vhdx dmg pkg deb rpm apk ipa ' +
    'png jpg jpeg gif bmp svg ico webp mp3 mp4 avi mov html htm mht mhtml php asp aspx jsp css xml json yaml yml ini cfg conf ' +
    'reg inf dat db sqlite bak tmp dmp evtx pcap pcapng chm swf xap ocx drv ttf sql md'
  ).split(' '),
)

/** The known ending of a file's name, or null. */
export function fileExtension(name: string): string | null {
  const ending = /[^./\\\s][^/\\]*\.([a-z0-9]{1,7})$/i.exec(name)?.[1]?.toLowerCase()
  return ending !== undefined && EXTENSIONS.has(ending) ? ending : null
}
