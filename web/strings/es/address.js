export default {
  "address.clamped": "{name}: aquí no es posible {asked}; se usa {used} en su lugar.",
  "address.malformed": "{name}: no se ha podido leer «{asked}» y se omite.",
  "address.unknown": "No existe el ajuste «{name}»; se omite.",
  "address.repeated": "{name} aparece más de una vez; solo cuenta la primera.",
  "address.later": "Esto se hizo para una versión posterior ({asked}); se usa lo que conoce la versión {used}.",
  "address.too-long": "{name} es demasiado largo; se usan los primeros {used} caracteres.",
  "address.refused": "{name}: es demasiado largo y no se ha leído: «{asked}».",
  "address.absent": "{name}: {asked} no existe en este cálculo y se omite.",
  "address.more": "Otras partes que no se han podido usar tal como estaban: {asked}.",
};
