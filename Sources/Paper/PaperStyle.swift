/// The style of a printout: black on white, without backgrounds, which printers omit.
enum PaperStyle {
  static let text = """
    @page { margin: 16mm 18mm 20mm; @bottom-left { font: 8.5pt sans-serif; }
      @bottom-right { font: 8.5pt sans-serif; content: counter(page); } }
    :root { color-scheme: light; }
    body { font: 11pt/1.45 sans-serif; color: #000; background: #fff; margin: 0; }
    @media screen { body { max-width: 174mm; margin: 12mm auto; padding: 0 6mm; }
      section + section { border-top: 2px dashed #999; margin-top: 12mm; padding-top: 12mm; } }
    section { break-after: page; } section:last-child { break-after: auto; }
    header { border-bottom: .5mm solid #000; margin-bottom: 5mm; break-after: avoid; }
    .place { font-size: 9pt; margin: 0; color: #333; }
    h1 { font-size: 19pt; line-height: 1.25; margin: .5mm 0 3mm; overflow-wrap: anywhere; }
    .label { font-size: 11pt; border: .4mm solid #000; border-radius: 1mm; padding: .2mm 2mm;
      vertical-align: .25em; white-space: nowrap; }
    .fields { display: flex; gap: 6mm; margin: 5mm 0 3mm; }
    .fields span { display: flex; flex: 1; white-space: nowrap; }
    .fields span:first-child { flex: 2.2; }
    .fields i { flex: 1; border-bottom: .25mm solid #000; margin-inline-start: 2mm; }
    .facts { display: flex; justify-content: space-between; margin: 0 0 2mm; font-size: 10.5pt; }
    .facts i, .points i, .criteria i { display: inline-block; width: 9mm;
      border-bottom: .25mm solid #000; }
    .criteria i { width: 6mm; }
    .instructions { margin: 0 0 5mm; } .instructions p { margin: 0 0 2mm; }
    article { display: grid; grid-template-columns: 8mm minmax(0, 1fr) 21mm; margin: 0 0 5mm;
      break-inside: avoid; }
    .number { font-weight: bold; } .main { min-width: 0; }
    .points { text-align: end; font-size: 10pt; white-space: nowrap; }
    .points small { white-space: normal; line-height: 1.2; display: inline-block; }
    .points code { font-size: 8.5pt; overflow-wrap: anywhere; white-space: normal; }
    .prompt > :first-child, .explain > :first-child { margin-top: 0; }
    .prompt > :last-child, .explain > :last-child { margin-bottom: 0; }
    .prompt { overflow-wrap: anywhere; margin-bottom: 2mm; }
    .prompt p, .prompt pre, .prompt blockquote, .prompt table { margin: 0 0 2mm; }
    .prompt h1, .prompt h2, .prompt h3, .prompt h4, .prompt h5, .prompt h6 { font-size: 12pt;
      margin: 2mm 0; }
    .prompt ul, .prompt ol { margin: 0 0 2mm; padding-inline-start: 7mm; }
    .typed { white-space: pre-line; }
    img { max-width: 100%; max-height: 90mm; vertical-align: middle; }
    .missing { display: inline-block; border: .25mm dashed #000; padding: 1mm 2mm; }
    code, pre { font-family: "DejaVu Sans Mono", "Liberation Mono", Menlo, Consolas, monospace;
      font-size: .88em; }
    pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; }
    .begun { border: .25mm solid #777; padding: 1.5mm 2mm; margin: 0 0 2mm; }
    .choices img, .items img { max-height: 40mm; }
    .prompt pre { border-inline-start: .6mm solid #777; padding-inline-start: 3mm; }
    table { border-collapse: collapse; } th, td { border: .25mm solid #000; padding: .8mm 2mm;
      text-align: start; vertical-align: top; }
    [align=center] { text-align: center; } [align=right] { text-align: end; }
    a { color: inherit; } a[href^="http"]::after { content: " (" attr(href) ")"; font-size: .8em; }
    .quiet { font-size: 9pt; color: #333; margin: 0 0 1.5mm; }
    .choices, .items { list-style: none; margin: 0; padding: 0; display: grid; gap: 1.8mm 6mm; }
    .choices.two { grid-template-columns: 1fr 1fr; }
    .choices.many { grid-template-columns: repeat(auto-fill, minmax(30mm, 1fr)); }
    .choices li, .items li { display: flex; gap: 2.5mm; align-items: flex-start; }
    .choices span + span, .items span, .items b + span { white-space: pre-wrap;
      overflow-wrap: anywhere; }
    .right { font-weight: bold; }
    .box { flex: none; width: 3.6mm; height: 3.6mm; line-height: 3.4mm; margin-top: .8mm;
      border: .3mm solid #000; text-align: center; font-weight: bold; overflow: hidden; }
    .box.round { border-radius: 50%; }
    .items li { min-height: 6mm; line-height: 6mm; }
    .items .box { width: 5.4mm; height: 5.4mm; line-height: 5.4mm; margin: 0; }
    .columns { display: grid; grid-template-columns: 1fr 1fr; gap: 8mm; }
    .columns .items { align-content: start; }
    .field { margin: 1mm 0; } .input { display: inline-block; min-width: 34mm; min-height: 7.5mm;
      line-height: 7.5mm; border: .3mm solid #000; padding: 0 2mm; vertical-align: middle;
      margin-inline-end: 1.5mm; font-weight: bold; }
    .gap { display: inline-block; min-width: 24mm; border-bottom: .3mm solid #000; margin: 0 1mm;
      text-align: center; line-height: 1.2; min-height: 1.2em; }
    .solution { margin: 0 0 2mm; overflow-wrap: anywhere; }
    .explain { border-inline-start: .6mm solid #000; padding-inline-start: 3mm; font-size: 10pt;
      margin-top: 2mm; } .explain p { margin: 0 0 1mm; }
    .lines i { display: block; height: 8mm; border-bottom: .2mm solid #666; }
    .note { margin: 0 0 2mm; } .criteria { font-size: 9pt; color: #333; margin: 2mm 0 0; }
    .cases { margin: 0 0 2mm; } .cases th { font-size: 9.5pt; }
    .marks.wide { page: wide; } .marks table { width: calc(100% - .3mm); }
    .marks td, .marks th { padding: 1.2mm; height: 5mm; font-size: 9.5pt; overflow-wrap: anywhere; }
    .marks thead { display: table-header-group; } .marks tr { break-inside: avoid; }
    .marks td:first-child, .marks th:first-child { width: 22%; }
    .marks th { font-size: 8.5pt; min-width: 6mm; } .marks th:last-child { white-space: nowrap; }

    """
}
