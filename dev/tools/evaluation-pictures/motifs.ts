/** Drawings on a square of 256, on no ground of their own. */
export const motifs: Record<string, string> = {
  sock: '<path d="M96 30h70v104l46 44c22 26-8 56-38 44l-66-34c-10-6-12-14-12-24z" fill="#e4572e" stroke="#222" stroke-width="8"/><path d="M96 30h70v30H96zM118 190l30-34" fill="#fff" stroke="#222" stroke-width="8"/>',
  umbrella:
    '<path d="M20 130a108 96 0 0 1 216 0c-24-20-48-20-72 0-24-20-48-20-72 0-24-20-48-20-72 0z" fill="#2f6fde" stroke="#101828" stroke-width="8"/><path d="M128 110v96c0 30-44 30-44 0" fill="none" stroke="#101828" stroke-width="10"/>',
  goose:
    '<path d="M60 60c0-40 60-40 60 4v70c40-20 90 0 96 40-20 50-130 60-156 16z" fill="#fafafa" stroke="#222" stroke-width="8"/><path d="M62 56l-44 12 44 14z" fill="#f59f00" stroke="#222" stroke-width="6"/><circle cx="86" cy="54" r="7"/><path d="M110 214v30M160 214v30" stroke="#f59f00" stroke-width="10"/>',
  kettle:
    '<path d="M60 110h120l20 110H40z" fill="#868e96" stroke="#212529" stroke-width="8"/><path d="M180 130l50-30-24 70M80 110c0-70 80-70 80 0" fill="none" stroke="#212529" stroke-width="10"/><path d="M90 170l20-10M150 170l-20-10M100 200q20-14 40 0" stroke="#212529" stroke-width="7" fill="none"/>',
  fern: '<path d="M84 170h88l-12 70H96z" fill="#c2410c" stroke="#431407" stroke-width="7"/><path d="M128 170C120 120 70 60 30 70M128 170c0-60 0-100 6-140M128 170c8-50 50-110 96-96" fill="none" stroke="#166534" stroke-width="14" stroke-linecap="round"/><path d="M60 74l10 30M90 96l-4 34M130 60l26 10M130 100l-28 6M196 80l-8 30M168 100l2 30" stroke="#22c55e" stroke-width="10" stroke-linecap="round"/>',
  toaster:
    '<rect x="36" y="96" width="184" height="116" rx="26" fill="#d9480f" stroke="#1c1c1c" stroke-width="8"/><path d="M70 96V54h46v42M140 96V44h46v52" fill="#ffd8a8" stroke="#1c1c1c" stroke-width="8"/><path d="M84 146l26 10M172 146l-26 10M100 186q28-20 56 0" stroke="#1c1c1c" stroke-width="8" fill="none"/>',
  clock:
    '<circle cx="128" cy="140" r="84" fill="#fff3bf" stroke="#e03131" stroke-width="14"/><path d="M128 140V84M128 140l38 22" stroke="#212529" stroke-width="10" stroke-linecap="round"/><path d="M44 74l34-34M212 74l-34-34M74 214l-20 24M182 214l20 24" stroke="#e03131" stroke-width="16" stroke-linecap="round"/>',
  fridge:
    '<rect x="70" y="20" width="116" height="216" rx="14" fill="#e7f5ff" stroke="#1864ab" stroke-width="8"/><path d="M70 96h116M86 50v26M86 116v50" stroke="#1864ab" stroke-width="8"/><circle cx="140" cy="150" r="26" fill="#ffd43b" stroke="#1864ab" stroke-width="6"/>',
  snail:
    '<path d="M30 200c60 0 60-50 90-50h80c24 0 30 50 0 50z" fill="#94d82d" stroke="#2b2b2b" stroke-width="8"/><circle cx="120" cy="120" r="62" fill="#b197fc" stroke="#2b2b2b" stroke-width="8"/><path d="M120 120c0-24 34-16 30 10s-52 28-58-10 40-60 70-34" fill="none" stroke="#2b2b2b" stroke-width="7"/><path d="M206 152l10-40M220 156l22-34" stroke="#2b2b2b" stroke-width="7"/>',
  pigeon:
    '<ellipse cx="120" cy="150" rx="78" ry="56" fill="#adb5bd" stroke="#343a40" stroke-width="8"/><circle cx="180" cy="84" r="38" fill="#868e96" stroke="#343a40" stroke-width="8"/><circle cx="190" cy="78" r="9" fill="#ff922b"/><path d="M216 88l24 8-24 8zM100 204v34M140 204v34" fill="#ff922b" stroke="#e8590c" stroke-width="6"/>',
  frog: '<path d="M40 140c0-90 176-90 176 0 0 110-176 110-176 0z" fill="#51cf66" stroke="#1b4332" stroke-width="8"/><circle cx="84" cy="70" r="30" fill="#fff" stroke="#1b4332" stroke-width="8"/><circle cx="172" cy="70" r="30" fill="#fff" stroke="#1b4332" stroke-width="8"/><circle cx="88" cy="74" r="11"/><circle cx="168" cy="74" r="11"/><path d="M80 160q48 34 96 0" fill="none" stroke="#1b4332" stroke-width="8"/>',
  dog: '<path d="M60 60l30 40h76l30-40 14 90c-10 80-154 80-164 0z" fill="#e9b872" stroke="#5c3d11" stroke-width="8"/><circle cx="98" cy="140" r="10"/><circle cx="158" cy="140" r="10"/><path d="M112 176h32l-16 18zM128 194v16" stroke="#2b1a05" stroke-width="6"/>',
  moon: '<path d="M160 30a100 100 0 1 0 66 150A86 86 0 0 1 160 30z" fill="#ffe066" stroke="#5f3dc4" stroke-width="8"/><path d="M90 120q14 12 28 0M96 176q20 14 40 0" fill="none" stroke="#5f3dc4" stroke-width="8"/>',
  banana:
    '<path d="M60 40c-10 130 60 190 150 180 10 0 14-14 4-18C130 190 92 120 90 34c0-10-28-8-30 6z" fill="#ffd43b" stroke="#7a4f01" stroke-width="8"/><path d="M60 40l8-18h18l4 14" fill="#7a4f01"/>',
  potato:
    '<path d="M60 130c0-70 130-80 140-6 10 90-30 110-80 108s-60-50-60-102z" fill="#c68b59" stroke="#4a2c12" stroke-width="8"/><path d="M70 84h116M92 84V34h72v50" fill="#343a40" stroke="#111" stroke-width="10"/><circle cx="106" cy="140" r="8"/><circle cx="152" cy="140" r="8"/><path d="M108 178h44" stroke="#4a2c12" stroke-width="8"/>',
  lift: '<rect x="44" y="20" width="168" height="216" fill="#ced4da" stroke="#212529" stroke-width="10"/><path d="M128 20v216M70 60l14-16 14 16zM158 46l14 16 14-16z" fill="#fa5252" stroke="#212529" stroke-width="8"/>',
  window:
    '<rect x="20" y="40" width="216" height="176" rx="12" fill="#fff" stroke="#364fc7" stroke-width="8"/><path d="M20 84h216" stroke="#364fc7" stroke-width="8"/><path d="M30 64h16M56 64h16M82 64h16M108 64h16M134 64h16M160 64h16M186 64h16M212 64h12" stroke="#fab005" stroke-width="12"/>',
  bottle:
    '<path d="M104 20h48v44c0 20 30 24 30 60v100H74V124c0-36 30-40 30-60z" fill="#2b8a3e" stroke="#0b2e13" stroke-width="8"/><rect x="74" y="140" width="108" height="50" fill="#fff9db" stroke="#0b2e13" stroke-width="6"/>',
  chair:
    '<path d="M70 20v216M186 130v106M70 130h116" stroke="#7f4f24" stroke-width="14"/><path d="M60 40c40-30 90 10 80 50s70 20 50 50-140 10-140-20 0-60 10-80z" fill="#f783ac" stroke="#a61e4d" stroke-width="6"/><path d="M90 60c40 0 60 40 40 60" fill="none" stroke="#4dabf7" stroke-width="14"/>',
  teapot:
    '<path d="M70 110h110c30 110-140 110-110 0z" fill="#c92a2a" stroke="#2b0b0b" stroke-width="8"/><path d="M180 130c50-10 40 60 0 50M74 130l-40-24M100 108c0-30 50-30 50 0" fill="none" stroke="#2b0b0b" stroke-width="10"/>',
}
