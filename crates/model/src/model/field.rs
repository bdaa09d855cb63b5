//! A field of a noun, for rows that read and change it.

/// The field with a `V` in a `T`.
pub struct Field<T: 'static, V: 'static> {
    /// Its value.
    pub get: fn(&T) -> &V,
    /// Its place in memory.
    pub get_mut: fn(&mut T) -> &mut V,
}

/// The [`Field`] with a name, or with the names that lead to it.
macro_rules! field {
    ($($name:ident).+) => {
        $crate::model::field::Field {
            get: |all| &all.$($name).+,
            get_mut: |all| &mut all.$($name).+,
        }
    };
}

pub(crate) use field;
