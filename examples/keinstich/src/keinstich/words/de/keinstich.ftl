### Kein Stich auf Deutsch. Was hier fehlt, wird englisch gesagt.

## Was gespielt wird

keinstich-name-tricks = kein Stich
keinstich-name-hearts = kein Herz
keinstich-name-queens = keine Dame
keinstich-name-king = kein Herzkönig
keinstich-name-last = nicht der letzte Stich
keinstich-name-all = alles zusammen
keinstich-contract-costs = { $name }: { $costs }
keinstich-costs-tricks = jeder Stich kostet { $price }
keinstich-costs-hearts = jedes Herz kostet { $price }
keinstich-costs-queens = jede Dame kostet { $price }
keinstich-costs-king = der Herzkönig kostet { $price }
keinstich-costs-last = der letzte Stich kostet { $price }
keinstich-price-tricks = Stich { $price }
keinstich-price-hearts = Herz { $price }
keinstich-price-queens = Dame { $price }
keinstich-price-king = Herzkönig { $price }
keinstich-price-last = letzter Stich { $price }

## Was noch draußen ist

keinstich-pieces-tricks = { $number ->
    [one] { $number } Stich
   *[other] { $number } Stiche
  }
keinstich-pieces-hearts = { $number } Herz
keinstich-pieces-queens = { $number ->
    [one] { $number } Dame
   *[other] { $number } Damen
  }
keinstich-pieces-king = Herzkönig
keinstich-pieces-last = letzter Stich
keinstich-pieces-none = nichts
keinstich-the-king = der Herzkönig
keinstich-the-last = der letzte Stich
keinstich-goal-taken = { $total } Punkte zu vergeben, { $taken } davon genommen
keinstich-goal-all = alle { $total } Punkte sind genommen
keinstich-goal-mine = { $mine } von dir
keinstich-goal-out = { $taken }; draußen: { $out }

## Was der Code selbst sagt

keinstich-contract-tricks = Stiche
keinstich-contract-hearts = Herzen
keinstich-contract-queens = Damen
keinstich-contract-king = Herzkönig
keinstich-contract-last = letzter Stich
keinstich-contract-all = alles zusammen
keinstich-item-tricks = { $number } von 8 Stichen zu je { $price } Punkten
keinstich-item-hearts = { $number } von 8 Herzen zu je { $price } Punkten
keinstich-item-queens = { $number } von 4 Damen zu je { $price } Punkten
keinstich-item-king = der Herzkönig
keinstich-item-last = der letzte Stich
